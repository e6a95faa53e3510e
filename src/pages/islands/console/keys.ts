const typed = "input, select, textarea";
const byTestId = <T extends HTMLElement>(id: string) => document.querySelector<T>(`[data-testid=${id}]`);

/** Keyboard shortcuts. They do nothing while the user types. */
export function listenToKeys(): void {
  document.addEventListener("keydown", (event) => {
    const target = event.target as HTMLElement;
    if (event.key === "Escape" && target.matches(typed)) return target.blur();
    if (target.matches(typed) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector("dialog[open]")) return;
    if (event.key === "/") focus(byTestId("filter") ?? document.querySelector<HTMLElement>("[name=find]"), event);
    if (event.key === "j") move(1);
    if (event.key === "k") move(-1);
    if (event.key === "?") byTestId<HTMLDialogElement>("keys")?.showModal();
  });
  document.addEventListener("click", (event) => {
    const to = (event.target as Element).closest<HTMLElement>("[data-focus]")?.dataset.focus;
    if (to) focus(byTestId(to), event);
  });
}

function focus(element: HTMLElement | null | undefined, event: Event): void {
  if (!element) return;
  event.preventDefault();
  element.scrollIntoView({ block: "center" });
  element.focus();
}

/** Moves to the first link of the next or the previous entry. */
function move(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>("#main tbody tr")].filter((row) => row.querySelector("a"));
  const here = rows.findIndex((row) => row.contains(document.activeElement));
  const next = rows[here === -1 ? (by === 1 ? 0 : rows.length - 1) : here + by];
  next?.querySelector("a")?.focus();
}
