import { timeLeftText } from "../time-left.js";
import { statusAt } from "./status.js";

const TICK_MS = 500;

/** Counts down to the order's expiry. Then leaves the page, if the sandbox agrees that the order has expired. */
export function showTimeLeft(): void {
  const shown = document.querySelector<HTMLElement>("[data-left]");
  if (!shown) return;
  const { left, status = "", home = "" } = shown.dataset;
  const until = performance.now() + Number(left);
  const leaveIfOver = async (): Promise<void> => {
    if ((await statusAt(status)).status !== "OPEN") location.href = home;
  };
  const ticking = setInterval(() => {
    const leftMs = until - performance.now();
    shown.textContent = timeLeftText(leftMs);
    if (leftMs > 0) return;
    clearInterval(ticking);
    // If there is no answer, the page stays. Its buttons will then show the order's state.
    setTimeout(() => leaveIfOver().catch(() => {}), TICK_MS);
  }, TICK_MS);
}
