/** The light colours of the shopper's pages, the console and the reports. */
export const lightColours =
  "--ink:#1d2536;--muted:#566075;--line:#d5dbe6;--field:#8590a5;--accent:#1747b5;--bad:#b3261e;--badbg:#fdf0ef;--good:#0b7a4b";

/** The dark colours of the console and the reports. A shop's own colours decide how its payment pages look. */
const nightTokens =
  "--ink:#e7ebf3;--muted:#a3adc2;--line:#2d3646;--field:#66728c;--accent:#9dbcff;--bad:#ffa9a2;--badbg:#3f1b19;--good:#7fdba7";

/** All colours of the console and of reports, light and dark. */
export const allColours = `:root{color-scheme:light dark;${lightColours};--bg:#eef1f7;--card:#fff;--ok:#0a6b3d;--okbg:#e3f5ea;--warn:#7a4b00;--warnbg:#fff1d2;--info:#1c4587;--infobg:#e6eefb;--chip:#e3e8f1;--fresh:#fff7d6}
@media(prefers-color-scheme:dark){:root{${nightTokens};--bg:#12161f;--card:#1a202c;--ok:#7fdba7;--okbg:#123524;--warn:#ffd489;--warnbg:#3b2c0d;--info:#a9c8ff;--infobg:#1a2c4d;--chip:#2d3646;--fresh:#2c2a17}}`;

/** The typefaces of both. */
export const typeface = 'system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Noto Sans CJK HK",sans-serif';
export const monospace = "ui-monospace,SFMono-Regular,Menlo,Consolas,monospace";

/** The style of message diagrams in both. */
export const sequenceStyle = `.seq{overflow-x:auto}.seq svg{display:block;height:auto;font-size:12.5px}.seq text{fill:var(--ink)}.seq line{stroke:var(--line);stroke-width:1.5}.seq .arrow line{stroke:var(--ink)}.seq .back line{stroke-dasharray:5 4}
.seq .wrong line{stroke:var(--bad)}.seq .wrong text{fill:var(--bad)}.seq path{fill:var(--ink)}.seq .wrong path{fill:var(--bad)}.seq rect{fill:var(--chip)}`;
