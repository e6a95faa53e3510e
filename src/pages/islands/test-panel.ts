const KEY = "payment-sandbox test panel";

/** A panel that was opened stays so on the pages that follow, in this tab. */
export function keepPanelOpen(): void {
  const panel = document.querySelector<HTMLDetailsElement>("[data-testid=test-panel] details");
  if (!panel) return;
  panel.open = remembered() === "open";
  panel.addEventListener("toggle", () => remember(panel.open ? "open" : "folded"));
}

/** In a frame the browser may forbid to store anything. */
function remembered(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function remember(state: string): void {
  try {
    sessionStorage.setItem(KEY, state);
  } catch {
    // The panel is folded on the next page.
  }
}
