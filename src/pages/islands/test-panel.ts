const KEY = "payment-sandbox test panel";

/** Keeps the panel open on later pages in this tab, once it was opened. */
export function keepPanelOpen(): void {
  const panel = document.querySelector<HTMLDetailsElement>("[data-testid=test-panel] details");
  if (!panel) return;
  panel.open = remembered() === "open";
  panel.addEventListener("toggle", () => remember(panel.open ? "open" : "folded"));
}

/** Inside a frame, the browser may forbid storage. */
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
    // Without storage, the panel is folded on the next page.
  }
}
