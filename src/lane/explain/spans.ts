/** The two largest units, such as `8 h 30 min`. */
export function spanText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const all = [
    [Math.floor(seconds / 86_400), "d"],
    [Math.floor(seconds / 3_600) % 24, "h"],
    [Math.floor(seconds / 60) % 60, "min"],
    [seconds % 60, "s"],
  ] as const;
  const first = all.findIndex(([n]) => n > 0);
  const shown = all.slice(first, first + 2).filter(([n]) => n > 0);
  return first === -1 ? "0 s" : shown.map(([n, unit]) => `${n} ${unit}`).join(" ");
}

/** The advice to a shop that keeps real time, about an `expiryTime` that only the lane's moved clock makes wrong. */
export function movedClockText(aheadMs: number): string {
  const where = aheadMs > 0 ? "ahead of" : "behind";
  return `The lane's clock is ${spanText(Math.abs(aheadMs))} ${where} real time, because it was moved or stopped, such as by your test. By real time, expiryTime is right: give the shop the lane's time too (docs/outcomes.md#give-the-shop-the-lanes-time), or set the lane's clock back with PUT /_sandbox/clock.`;
}
