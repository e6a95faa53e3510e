import { openPalette } from "./palette.js";
import { openBeside } from "./visit.js";

const typed = "input, select, textarea";
const byTestId = <T extends HTMLElement>(id: string) => document.querySelector<T>(`[data-testid=${id}]`);

/** Keyboard shortcuts. They do nothing while the user types, and none of them changes anything. */
export function listenToKeys(): void {
  document.addEventListener("keydown", (event) => {
    const target = event.target as HTMLElement;
    if ((event.ctrlKey || event.metaKey) && event.key === "k") {
      event.preventDefault();
      return openPalette();
    }
    if (event.key === "F6") return nextRegion(event);
    if (document.querySelector("dialog[open]")) return;
    if (event.key === "Escape") return backToRow(target);
    if (target.matches(typed) || event.ctrlKey || event.metaKey || event.altKey) return;
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

/** Out of a field. From a detail, to its row in the list. */
function backToRow(target: HTMLElement): void {
  if (target.matches(typed)) target.blur();
  document.querySelector<HTMLElement>("#list tr [aria-current]")?.focus();
}

/** To the next part of the page: the bar, the pages, the list, the detail. */
function nextRegion(event: KeyboardEvent): void {
  event.preventDefault();
  const regions = ["header a", "nav [aria-current], nav a", "#list", "#detail"].flatMap((query) => {
    const found = document.querySelector<HTMLElement>(query);
    return found && found.getClientRects().length > 0 ? [found] : [];
  });
  const parts = regions.map((one) => one.closest<HTMLElement>("header, nav, #list, #detail") ?? one);
  const at = parts.findIndex((part) => part.contains(document.activeElement));
  regions[(at + (event.shiftKey ? -1 : 1) + regions.length) % regions.length]?.focus();
}

function focus(element: HTMLElement | null | undefined, event: Event): void {
  if (!element) return;
  event.preventDefault();
  element.scrollIntoView({ block: "center" });
  element.focus();
}

/** Moves to the first link of the next or the previous row. An open detail follows. */
function move(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>("#list tbody tr, #main:not(.panes) tbody tr")].filter((row) =>
    row.querySelector("a"),
  );
  const isHere = (row: HTMLElement): boolean => row.contains(document.activeElement);
  const here = rows.some(isHere)
    ? rows.findIndex(isHere)
    : rows.findIndex((row) => row.querySelector("[aria-current]"));
  const next = rows[here === -1 ? (by === 1 ? 0 : rows.length - 1) : here + by];
  const link = next?.querySelector("a");
  link?.focus();
  if (link && document.getElementById("detail")) void openBeside(link.href, "replaceState");
}
