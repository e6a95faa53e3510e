/** A browser may keep the page in its memory: back from the shop, the order is looked at again. */
export function lookAgainWhenBack(): void {
  addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });
}
