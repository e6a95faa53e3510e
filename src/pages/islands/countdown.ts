const TICK_MS = 200;

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
  }, TICK_MS);
  link.addEventListener("click", () => clearInterval(ticking));
}
