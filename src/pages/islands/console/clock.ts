import { relative, spelt } from "./times.js";

const TICK_MS = 1000;

/** The lane's clock as the page last showed it, and the browser's time at that moment. */
let said = { now: "", seenAt: 0 };

/** Keeps a running clock and the relative times up to date between events. */
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
