import { timeLeftText } from "../time-left.js";

const ASK_AGAIN_MS = 3_000;
/** The shopper looks at the page with the QR code while they pay on the phone. */
const ASK_OF_PHONE_MS = 1_000;
const TICK_MS = 500;

/** The answer of a session's `/status`. */
interface Status {
  readonly status: string;
  readonly declines: number;
  readonly leftMs: number;
  readonly clockRuns: boolean;
}

/**
 * Shows the time until the order expires, and leaves the page once the order has ended: by the lane's clock, by the phone, or
 * in another tab. The page with the QR code also leaves at a decline on the phone.
 */
export function followOrder(): void {
  const order = document.querySelector<HTMLElement>("[data-order]");
  if (!order) return;
  const { order: address = "", home = "" } = order.dataset;
  const phone = document.querySelector<HTMLElement>("[data-declines]");
  const shown = order.querySelector<HTMLElement>("[data-left]");
  let until = performance.now() + Number(shown?.dataset.left);
  let isTicking = shown?.dataset.ticks === "true";
  const tick = (): void => {
    if (shown) shown.textContent = timeLeftText(until - performance.now());
  };
  // The answer to a form says what became of the order. It must not be cut off.
  let isSent = false;
  document.addEventListener("submit", (event) => {
    isSent ||= !event.defaultPrevented;
  });
  const ask = async (): Promise<void> => {
    const answer = await fetch(address, { cache: "no-store" });
    const { status, declines, leftMs, clockRuns }: Status = await answer.json();
    if (isSent) return;
    if (status !== "OPEN" || declines > Number(phone?.dataset.declines)) location.href = phone?.dataset.next ?? home;
    until = performance.now() + leftMs;
    isTicking = clockRuns;
    tick();
  };
  // If there is no answer, the page stays. Its buttons will then show the order's state.
  const askLater = (): void => {
    setTimeout(
      () =>
        !isSent &&
        void ask()
          .catch(() => {})
          .finally(askLater),
      phone ? ASK_OF_PHONE_MS : ASK_AGAIN_MS,
    );
  };
  askLater();
  setInterval(() => isTicking && tick(), TICK_MS);
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
