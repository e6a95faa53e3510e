/** The colours that the shopper's pages and the console share, by day. */
export const tokens =
  "--ink:#1d2536;--muted:#566075;--line:#d5dbe6;--field:#8590a5;--accent:#1747b5;--bad:#b3261e;--badbg:#fdf0ef;--good:#0b7a4b";

/** The same by night: of the console alone. A shop's own colours decide how its shoppers' pages look. */
export const nightTokens =
  "--ink:#e7ebf3;--muted:#a3adc2;--line:#2d3646;--field:#66728c;--accent:#9dbcff;--bad:#ffa9a2;--badbg:#3f1b19;--good:#7fdba7";
