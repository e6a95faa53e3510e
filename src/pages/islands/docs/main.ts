import MiniSearch from "minisearch";
import { searchOptions } from "./search-options.js";

// The documentation's pages are whole without this script: it adds the search, and folds the list of pages on a phone.

const RESULTS_MAX = 12;
const EXCERPT_CHARS = 140;

const form = document.querySelector<HTMLFormElement>("form[role=search]");
const input = document.querySelector<HTMLInputElement>("#search");
const found = document.querySelector<HTMLElement>("#found");
const menu = document.querySelector<HTMLDetailsElement>("details.menu");

if (menu && window.matchMedia("(max-width:900px)").matches) menu.open = false;

let index: Promise<MiniSearch> | undefined;

/** Fetched when someone searches; a fetch that failed is tried again. */
function load(): Promise<MiniSearch> {
  index ??= fetch("search.json")
    .then((answer) => answer.text())
    .then((text) => MiniSearch.loadJSON(text, searchOptions))
    .catch((error) => {
      index = undefined;
      throw error;
    });
  return index;
}

/** What stands around the first word that was found. */
function excerpt(text: string, terms: readonly string[]): string {
  const small = text.toLowerCase();
  const places = terms.map((term) => small.indexOf(term)).filter((place) => place >= 0);
  const from = Math.max(0, Math.min(...(places.length > 0 ? places : [0])) - EXCERPT_CHARS / 3);
  // From the beginning of a word on.
  const part = text
    .slice(from, from + EXCERPT_CHARS)
    .replace(from > 0 ? /^\S*/ : /^/, "")
    .replace(/\s+/g, " ");
  return (from > 0 ? "…" : "") + part + (from + EXCERPT_CHARS < text.length ? "…" : "");
}

function resultOf({ id, title, page, text, terms }: Record<string, unknown>): HTMLAnchorElement {
  const link = document.createElement("a");
  link.href = String(id);
  const head = document.createElement("b");
  head.textContent = title === page ? String(title) : `${page} › ${title}`;
  const body = document.createElement("span");
  body.textContent = excerpt(String(text), terms as readonly string[]);
  link.append(head, body);
  return link;
}

async function show(box: HTMLElement, query: string): Promise<void> {
  if (query === "") {
    box.hidden = true;
    return;
  }
  const results = (await load()).search(query).slice(0, RESULTS_MAX);
  if (input?.value.trim() !== query) return;
  box.replaceChildren(...results.map((result) => resultOf(result)));
  if (results.length === 0) box.textContent = `Nothing is found for ${query}.`;
  box.hidden = false;
}

/** Up and down walk through the results, Escape leaves them. */
function walk(box: HTMLElement, event: KeyboardEvent): void {
  const links = [...box.querySelectorAll("a")];
  const at = links.indexOf(document.activeElement as HTMLAnchorElement);
  const to = { ArrowDown: links[at + 1], ArrowUp: at > 0 ? links[at - 1] : input }[event.key];
  if (to) {
    event.preventDefault();
    to.focus();
  } else if (event.key === "Escape") {
    box.hidden = true;
    input?.focus();
  }
}

if (form && input && found) {
  form.hidden = false;
  const nothing = (): void => {
    found.textContent = "The search could not be loaded.";
    found.hidden = false;
  };
  input.addEventListener("input", () => void show(found, input.value.trim()).catch(nothing));
  form.addEventListener("keydown", (event) => walk(found, event));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    found.querySelector("a")?.click();
  });
  document.addEventListener("click", ({ target }) => {
    if (!form.contains(target as Node)) found.hidden = true;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || (event.target as Element).closest("input,textarea")) return;
    event.preventDefault();
    input.focus();
  });
}
