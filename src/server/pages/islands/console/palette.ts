/** One thing to choose: a page, a button of this page, or a search. */
interface Choice {
  readonly text: string;
  readonly choose: () => void;
}

const { home = "", control = "" } = document.body.dataset;
const SHOWN = 12;

/** Ctrl-K: goes to a page, presses a button of this page, finds an entry, or looks words up in the documentation. */
export function openPalette(): void {
  const dialog = document.querySelector<HTMLDialogElement>("#palette");
  const input = dialog?.querySelector("input");
  if (!dialog || !input) return;
  input.value = "";
  show(dialog, "");
  dialog.showModal();
  input.focus();
}

export function listenToPalette(): void {
  const dialog = document.querySelector<HTMLDialogElement>("#palette");
  const input = dialog?.querySelector("input");
  if (!dialog || !input) return;
  input.addEventListener("input", () => show(dialog, input.value));
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      mark(dialog, event.key === "ArrowDown" ? 1 : -1);
      event.preventDefault();
    }
    if (event.key === "Enter") {
      chosen(dialog)?.click();
      event.preventDefault();
    }
  });
  document.addEventListener("click", (event) => {
    if ((event.target as Element).closest("[data-opens=palette]")) openPalette();
  });
}

const optionsIn = (dialog: HTMLElement): HTMLButtonElement[] => [
  ...dialog.querySelectorAll<HTMLButtonElement>("li button"),
];
const chosen = (dialog: HTMLElement): HTMLButtonElement | undefined =>
  optionsIn(dialog).find(({ dataset }) => dataset.chosen !== undefined);

function mark(dialog: HTMLElement, by: 1 | -1): void {
  const options = optionsIn(dialog);
  const at = options.findIndex(({ dataset }) => dataset.chosen !== undefined);
  const next = options[(at + by + options.length) % options.length];
  for (const option of options) delete option.dataset.chosen;
  if (next) next.dataset.chosen = "";
  next?.scrollIntoView({ block: "nearest" });
}

function show(dialog: HTMLDialogElement, typed: string): void {
  const list = dialog.querySelector("ul");
  list?.replaceChildren(
    ...choices(typed.trim()).map(({ text, choose }, i) => {
      const item = document.createElement("li");
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = text;
      if (i === 0) button.dataset.chosen = "";
      button.addEventListener("click", () => {
        dialog.close();
        choose();
      });
      item.append(button);
      return item;
    }),
  );
}

/** What fits the typed words, at most a dozen. Without words: the pages. */
function choices(typed: string): readonly Choice[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ text }: Choice): boolean => words.every((word) => text.toLowerCase().includes(word));
  const found = [...pages(), ...(typed === "" ? [] : acts())].filter(fits);
  const looked: readonly Choice[] =
    typed === ""
      ? []
      : [
          { text: `Find ${typed}`, choose: () => location.assign(`${home}?find=${encodeURIComponent(typed)}`) },
          { text: `Look up "${typed}" in the documentation`, choose: () => location.assign(docs(typed)) },
        ];
  return [...found.slice(0, SHOWN - looked.length), ...looked];
}

const docs = (words: string): string =>
  `${control.replace(/(\/lane\/[^/]+)?\/_sandbox$/, "")}/_sandbox/docs/?find=${encodeURIComponent(words)}`;

const pages = (): readonly Choice[] =>
  [...document.querySelectorAll<HTMLAnchorElement>("nav a")].map((link) => ({
    text: `Go to ${link.firstChild?.textContent ?? ""}`,
    choose: () => link.click(),
  }));

/** What can be pressed, followed or looked at on this page now. What destroys something still asks. */
const acts = (): readonly Choice[] => {
  const all = document.querySelectorAll<HTMLElement>(":is(main, .side, header) :is(button:not(:disabled), main a, h2)");
  const texts = new Map<string, HTMLElement>();
  for (const one of all) {
    const text = (one.ariaLabel ?? one.firstChild?.textContent ?? "").trim();
    if (text !== "" && one.getClientRects().length > 0 && !one.matches(".copied") && !texts.has(text))
      texts.set(text, one);
  }
  return [...texts].map(([text, one]) => ({
    text: one.matches("h2") ? `Go to ${text}` : text,
    choose: () => press(one),
  }));
};

function press(one: HTMLElement): void {
  if (one.matches("h2")) {
    one.tabIndex = -1;
    one.focus();
    one.scrollIntoView({ block: "start" });
  } else one.click();
}
