/**
 * A browser may restore the page from its cache when the shopper goes back from the shop. So it checks the order
 * again.
 */
export function lookAgainWhenBack(): void {
  addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });
}
