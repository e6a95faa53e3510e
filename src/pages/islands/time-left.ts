import { timeLeftText } from "../time-left.js";
import { statusAt } from "./status.js";

const TICK_MS = 500;

/** Counts down to the order's expiry; then leads on, if the sandbox agrees that it has expired. */
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
    // Without an answer the page stays; its buttons say what became of the order.
    setTimeout(() => leaveIfOver().catch(() => {}), TICK_MS);
  }, TICK_MS);
}
