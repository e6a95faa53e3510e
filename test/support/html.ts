const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#39": "'",
  nbsp: "\u00a0",
};

const decoded = (text: string): string => text.replace(/&([a-z]+|#\d+);/g, (whole, name) => entities[name] ?? whole);

/** What a piece of HTML says, without styles and scripts. */
export const wordsOf = (html: string): string =>
  decoded(html.replace(/<(style|script)\b.*?<\/\1>/gs, "").replace(/<[^>]*>/g, "")).trim();

/** The elements with a test id, each with all that is in it. */
export function elements(html: string, testid: string): readonly string[] {
  return [...html.matchAll(new RegExp(`<(\\w+)\\b[^>]*\\bdata-testid="${testid}"[^>]*>`, "g"))].map(
    ({ 1: tag, index }) => {
      let depth = 0;
      for (const { 0: mark, index: at } of html.slice(index).matchAll(new RegExp(`</?${tag}\\b[^>]*>`, "g"))) {
        depth += mark.startsWith("</") ? -1 : 1;
        if (depth === 0) return html.slice(index, index + at + mark.length);
      }
      return html.slice(index);
    },
  );
}

/** The address of the first link in a piece of HTML, or of the first one that says `words`. */
export function linkIn(html: string, words = ""): string {
  for (const [, href = "", said = ""] of html.matchAll(/<a\b[^>]*\bhref="([^"]*)"[^>]*>(.*?)<\/a>/gs))
    if (wordsOf(said).includes(words)) return decoded(href);
  throw new Error(`no link ${JSON.stringify(words)} in ${html}`);
}

/** Reads pages and follows their links, as a browser without scripts does. */
export class Reader {
  url: string;
  html = "";
  readonly #home: string;

  constructor(home: string) {
    this.#home = home;
    this.url = home;
  }

  open = (path: string): Promise<string> => this.go(`${this.#home}${path}`);

  async go(address: string): Promise<string> {
    const answer = await fetch(new URL(address, this.url));
    this.url = answer.url;
    this.html = await answer.text();
    return this.html;
  }

  follow = (html: string, words?: string): Promise<string> => this.go(linkIn(html, words));

  element(testid: string): string {
    const [first] = elements(this.html, testid);
    if (first === undefined) throw new Error(`no ${testid} at ${this.url}`);
    return first;
  }

  words = (testid: string): string => wordsOf(this.element(testid));
}

/** A button of the console, or the form around it: what its data say that the page's script sends. */
export function commandIn(html: string, testid: string, typed: Readonly<Record<string, unknown>> = {}) {
  const [button] = elements(html, testid);
  if (button === undefined) throw new Error(`no ${testid}`);
  const at = html.indexOf(button);
  const [own = ""] = /^<[^>]*>/.exec(button) ?? [];
  const form = html.slice(html.lastIndexOf("<form", at), html.indexOf("</form>", at));
  const [tag = ""] = own.includes("data-path=") ? [own] : (/^<[^>]*>/.exec(form) ?? []);
  const dataOf = (name: string) => {
    const [, text] = new RegExp(`data-${name}="([^"]*)"`).exec(tag) ?? [];
    return text === undefined ? undefined : decoded(text);
  };
  const body: Record<string, unknown> = JSON.parse(dataOf("body") ?? "{}");
  const names = tag.startsWith("<form") ? [...form.matchAll(/ name="([^"]+)"/g)].map(([, name]) => name!) : [];
  for (const [path, value] of Object.entries(typed)) {
    if (!names.includes(path)) throw new Error(`the form of ${testid} has the fields ${names.join(", ")}, not ${path}`);
    put(body, path.split("."), value);
  }
  return {
    method: dataOf("method") ?? "",
    path: dataOf("path") ?? "",
    body,
    ask: dataOf("ask"),
    isOff: / disabled=""/.test(own),
  };
}

function put(body: Record<string, unknown>, [first = "", ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    body[first] = value;
    return;
  }
  body[first] ??= {};
  put(body[first] as Record<string, unknown>, rest, value);
}
