const UNITS = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
  ["s", 1000],
] as const;
const TICK_MS = 1000;

/** As the server writes it: "3 min ago", "in 2 h". */
export function relative(at: number, now: number): string {
  const distance = Math.abs(now - at);
  const unit = UNITS.find(([, ms]) => distance >= ms);
  if (!unit) return "now";
  const text = `${Math.floor(distance / unit[1])} ${unit[0]}`;
  return at <= now ? `${text} ago` : `in ${text}`;
}

const spelt = (at: number): string => new Date(at).toISOString().replace("T", " ").replace("Z", "");

/** Where the lane's clock stood when the page last said so, and when that was here. */
let said = { now: "", seenAt: 0 };

/** A clock that runs goes on between events, and what is told in relation to it too. */
export function keepTime(): void {
  setInterval(() => {
    const clock = document.getElementById("clock");
    const { now = "", mode } = clock?.dataset ?? {};
    if (said.now !== now) said = { now, seenAt: Date.now() };
    if (mode !== "wall" || document.hidden) return;
    const time = Number(now) + Date.now() - said.seenAt;
    const face = clock?.querySelector("time");
    if (face?.firstChild) face.firstChild.nodeValue = spelt(time);
    for (const ago of document.querySelectorAll<HTMLElement>("[data-at]"))
      ago.textContent = relative(Number(ago.dataset.at), time);
  }, TICK_MS);
}
