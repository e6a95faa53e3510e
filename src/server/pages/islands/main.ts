// The script of the hosted pages: it saves the shopper typing and waiting. Each page works without it.

import { checkCardForm } from "./card-form.js";
import { memoryOf } from "./memory.js";
import { sendOnce } from "./send-once.js";
import { countDown, followOrder, lookAgainWhenBack } from "./waiting.js";

// The check must come first: if it stops a form, the form doesn't count as sent.
checkCardForm();
sendOnce();
keepPanelOpen();
lookAgainWhenBack();
followOrder();
countDown();

/** Keeps the test panel open on later pages in this tab, once it was opened. */
function keepPanelOpen(): void {
  const panel = document.querySelector<HTMLDetailsElement>("[data-testid=test-panel] details");
  if (!panel) return;
  const memory = memoryOf("payment-sandbox test panel");
  panel.open = memory.read() === "open";
  panel.addEventListener("toggle", () => memory.write(panel.open ? "open" : "folded"));
}
