const TICK_MS = 200;

/** CONTINUE (00:03): presses the link by itself, unless the shopper is faster. */
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
    // As the merchant spelt it: `link.href` would be rewritten by the browser.
    location.href = link.getAttribute("href") ?? "";
  }, TICK_MS);
  link.addEventListener("click", () => clearInterval(ticking));
}
