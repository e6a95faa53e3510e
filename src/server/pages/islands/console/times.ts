const UNITS = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
  ["s", 1000],
] as const;

/** For example "3 min ago", "in 2 h", "now". */
export function relative(at: number, now: number): string {
  const distance = Math.abs(now - at);
  const unit = UNITS.find(([, ms]) => distance >= ms);
  if (!unit) return "now";
  const text = `${Math.floor(distance / unit[1])} ${unit[0]}`;
  return at <= now ? `${text} ago` : `in ${text}`;
}

/** A duration for people: 250 ms, 1.5 s, 20 min. */
export function span(ms: number): string {
  const unit = UNITS.find(([, size]) => ms >= size);
  return unit ? `${Number((ms / unit[1]).toFixed(1))} ${unit[0]}` : `${ms} ms`;
}

/** 2026-01-05 02:00:00.000, UTC. */
export const spelt = (at: number): string => new Date(at).toISOString().replace("T", " ").replace("Z", "");
