/** The address of an app leaves the page open, so the buttons must work again after this time. */
const FREE_AGAIN_MS = 8_000;

/** Prevents a second click from sending a form twice. */
export function sendOnce(): void {
  for (const form of document.querySelectorAll("form"))
    form.addEventListener("submit", (event) => {
      if (event.defaultPrevented) return;
      if (form.dataset.sent) {
        event.preventDefault();
        return;
      }
      form.dataset.sent = "1";
      const free = showWorking(event.submitter);
      setTimeout(() => {
        delete form.dataset.sent;
        free();
      }, FREE_AGAIN_MS);
    });
}

/** Returns the function that restores the button. Older browsers don't say which button it was. */
function showWorking(button: HTMLElement | null | undefined): () => void {
  if (!button) return () => {};
  const label = button.textContent;
  button.setAttribute("aria-disabled", "true");
  if (button.dataset.working) button.textContent = button.dataset.working;
  return () => {
    button.removeAttribute("aria-disabled");
    button.textContent = label;
  };
}
