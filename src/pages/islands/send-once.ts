/** An app's own address leaves the page where it is, so its buttons come back. */
const FREE_AGAIN_MS = 8_000;

/** A second press of a button sends nothing twice. */
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

/** Answers what makes the button as it was. Older browsers do not say which button it was. */
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
