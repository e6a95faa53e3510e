import { timeLeftText } from "../time-left.js";

const ASK_AGAIN_MS = 1_000;
const AFTER_FAILURE_MS = 2_000;

/** The page with the QR code continues once the shopper has answered on the phone. */
export function waitForPhone(): void {
  const waiting = document.querySelector<HTMLElement>("[data-wait]");
  if (!waiting) return;
  const { wait = "", declines, next = "" } = waiting.dataset;
  const ask = async (): Promise<void> => {
    const now = await statusAt(wait);
    if (now.status !== "OPEN" || now.declines > Number(declines)) location.href = next;
    else askIn(ASK_AGAIN_MS);
  };
  const askIn = (ms: number): void => {
    setTimeout(() => ask().catch(() => askIn(AFTER_FAILURE_MS)), ms);
  };
  askIn(ASK_AGAIN_MS);
}

/** The answer of a session's `/status`. */
interface Status {
  readonly status: string;
  readonly declines: number;
}

async function statusAt(address: string): Promise<Status> {
  const answer = await fetch(address, { cache: "no-store" });
  return answer.json();
}

const LEFT_TICK_MS = 500;

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
    setTimeout(() => leaveIfOver().catch(() => {}), LEFT_TICK_MS);
  }, LEFT_TICK_MS);
}

/**
 * A browser may restore the page from its cache when the shopper goes back from the shop. So it checks the order
 * again.
 */
export function lookAgainWhenBack(): void {
  addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });
}

const COUNTDOWN_TICK_MS = 200;

/** CONTINUE (00:03): follows the link automatically, unless the shopper clicks earlier. */
export function countDown(): void {
  const link = document.querySelector<HTMLAnchorElement>("[data-countdown]");
  const label = link?.querySelector("[data-seconds]");
  if (!link || !label) return;
  const until = performance.now() + 1000 * Number(link.dataset.countdown);
  const ticking = setInterval(() => {
    const seconds = Math.max(0, Math.ceil((until - performance.now()) / 1000));
    label.textContent = `(00:${String(seconds).padStart(2, "0")})`;
    if (seconds > 0) return;
    clearInterval(ticking);
    // The address as the merchant wrote it. The browser would normalise `link.href`.
    location.href = link.getAttribute("href") ?? "";
  }, COUNTDOWN_TICK_MS);
  link.addEventListener("click", () => clearInterval(ticking));
}
