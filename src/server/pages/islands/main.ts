// The script of the hosted pages: it saves the shopper typing and waiting. Each page works without it.

import { checkCardForm } from "./card-form.js";
import { sendOnce } from "./send-once.js";
import { tabMemory } from "./tab-memory.js";
import { countDown, lookAgainWhenBack, showTimeLeft, waitForPhone } from "./waiting.js";

// The check must come first: if it stops a form, the form doesn't count as sent.
checkCardForm();
sendOnce();
keepPanelOpen();
lookAgainWhenBack();
showTimeLeft();
countDown();
waitForPhone();

/** Keeps the test panel open on later pages in this tab, once it was opened. */
function keepPanelOpen(): void {
  const panel = document.querySelector<HTMLDetailsElement>("[data-testid=test-panel] details");
  if (!panel) return;
  const memory = tabMemory("payment-sandbox test panel");
  panel.open = memory.read() === "open";
  panel.addEventListener("toggle", () => memory.write(panel.open ? "open" : "folded"));
}
