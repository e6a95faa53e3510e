/** Shows the parameters of a newly chosen operation. Each refresh of the page keeps the chosen one. */
export function chooseOperations(): void {
  document.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLSelectElement) || target.dataset.calls === undefined) return;
    const text = aim(target).querySelector("textarea");
    if (!text) return;
    text.value = target.selectedOptions[0]?.dataset.params ?? "";
    // As if it had been typed, so that the commands follow.
    text.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

/** Applies the chosen operation again after a refresh, because the server renders the form for the first one. */
export function keepChosen(): void {
  const choice = document.querySelector<HTMLSelectElement>("select[data-calls]");
  if (choice) aim(choice);
}

/** Points the form at the chosen operation, and shows the names that this operation knows. */
function aim(choice: HTMLSelectElement): HTMLFormElement {
  const form = document.getElementById(choice.dataset.calls ?? "") as HTMLFormElement;
  form.dataset.path = choice.value;
  form.dataset.code = choice.selectedOptions[0]?.dataset.code ?? "";
  for (const known of document.querySelectorAll<HTMLElement>("[data-operation]"))
    known.hidden = known.dataset.operation !== choice.value;
  return form;
}
