/** If another operation is chosen, shows its parameters and the names that it knows. */
export function chooseOperations(): void {
  document.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLSelectElement) || target.dataset.calls === undefined) return;
    const form = document.getElementById(target.dataset.calls) as HTMLFormElement;
    const { params = "", code = "" } = target.selectedOptions[0]?.dataset ?? {};
    form.dataset.path = target.value;
    form.dataset.code = code;
    const text = form.querySelector("textarea");
    if (text) text.value = params;
    for (const known of document.querySelectorAll<HTMLElement>("[data-operation]"))
      known.hidden = known.dataset.operation !== target.value;
  });
}
