import { type FoundChapter, findChapters, unknownNote } from "../../../../package/docs-search/find.js";
import { readSearchIndex, type SearchIndex } from "../../../../package/docs-search/search-index.js";

// The docs work without this script. It adds the search and a Copy button at each block of code, and folds the list of pages on a phone.

const RESULTS_MAX = 12;

const form = document.querySelector<HTMLFormElement>("form[role=search]");
const input = document.querySelector<HTMLInputElement>("#search");
const found = document.querySelector<HTMLElement>("#found");
const menu = document.querySelector<HTMLDetailsElement>("details.menu");

if (menu && window.matchMedia("(max-width:900px)").matches) menu.open = false;

let index: Promise<SearchIndex> | undefined;

/** Fetched at the first search. Retried after a failure. */
function load(): Promise<SearchIndex> {
  index ??= fetch("search.jsonl")
    .then((answer) => answer.text())
    .then(readSearchIndex)
    .catch((error) => {
      index = undefined;
      throw error;
    });
  return index;
}

function resultOf({ address, title, page, excerpt }: FoundChapter): HTMLAnchorElement {
  const link = document.createElement("a");
  link.href = address;
  const head = document.createElement("b");
  head.textContent = title === page ? title : `${page} › ${title}`;
  const body = document.createElement("span");
  body.textContent = excerpt;
  link.append(head, body);
  return link;
}

async function show(box: HTMLElement, query: string): Promise<void> {
  if (query === "") {
    box.hidden = true;
    return;
  }
  const all = await load();
  const results = findChapters(all, query, RESULTS_MAX);
  if (input?.value.trim() !== query) return;
  const note = document.createElement("span");
  note.textContent = unknownNote(all, query);
  box.replaceChildren(note, ...results.map(resultOf));
  if (results.length === 0) box.textContent = `Nothing is found for ${query}.`;
  box.hidden = false;
}

/** The arrow keys move through the results, Escape closes them. */
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
  const search = (): void => void show(found, input.value.trim()).catch(nothing);
  input.addEventListener("input", search);
  // The console's palette looks words up by the address.
  const asked = new URLSearchParams(location.search).get("find");
  if (asked) {
    input.value = asked;
    search();
  }
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

/** Puts a button on a block of code that copies its text. Browsers have a clipboard on localhost and over HTTPS alone. */
function addCopy(block: HTMLPreElement): void {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = "Copy";
  button.addEventListener("click", () => {
    const say = (text: string): void => {
      button.textContent = text;
      setTimeout(() => {
        button.textContent = "Copy";
      }, 2000);
    };
    navigator.clipboard.writeText((block.textContent ?? "").trimEnd()).then(
      () => say("Copied"),
      () => say("Not copied"),
    );
  });
  const frame = document.createElement("div");
  frame.className = "code";
  block.replaceWith(frame);
  frame.append(block, button);
}

if (navigator.clipboard) document.querySelectorAll("pre").forEach(addCopy);
