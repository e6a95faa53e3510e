import { relative, spelt } from "./times.js";

const TICK_MS = 1000;

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
