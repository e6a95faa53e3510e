// What JSX compiles to: texts, where hono's own builds a tree and walks it. A list of the console takes some 0.7 of that CPU.

const EMPTY = new Set(["area", "br", "col", "hr", "img", "input", "link", "meta", "wbr"]);
const FLAGS = new Set(
  "async autofocus checked default defer disabled download formnovalidate hidden inert multiple novalidate open readonly required reversed selected".split(
    " ",
  ),
);
const ESCAPED: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** HTML, as opposed to a text that still has to be escaped. Hono knows it by `isEscaped`. */
export class Html {
  constructor(readonly text: string) {}

  get isEscaped(): true {
    return true;
  }

  toString(): string {
    return this.text;
  }
}

type Props = Readonly<Record<string, unknown>>;
type Rendered = Html | Promise<Html>;

export function jsx(tag: string | ((props: Props) => unknown), props: Props): unknown {
  if (typeof tag === "function") return guarded(tag(props));
  let start = `<${tag}`;
  for (const name in props) if (name !== "children") start += attribute(name, props[name]);
  if (EMPTY.has(tag)) return new Html(`${start}/>`);
  return within(`${start}>`, props.children, `</${tag}>`);
}

export const jsxs = jsx;
export const jsxDEV = jsx;
export const Fragment = ({ children }: Props): Rendered => within("", children, "");

function within(start: string, children: unknown, end: string): Rendered {
  const inner = rendered(children);
  if (typeof inner === "string") return new Html(start + inner + end);
  return guarded(inner.then((text) => new Html(start + text + end)));
}

/** A part may fail while an earlier part, which nobody awaits then, fails as well. */
function guarded<T>(result: T): T {
  if (result instanceof Promise) result.catch(() => undefined);
  return result;
}

function rendered(child: unknown): string | Promise<string> {
  if (typeof child === "string") return escaped(child);
  if (child instanceof Html) return child.text;
  if (child === undefined || child === null || typeof child === "boolean") return "";
  if (child instanceof Promise) return child.then(rendered);
  if (Array.isArray(child)) return textOfAll(child);
  return typeof child === "number" || (child as Html).isEscaped ? String(child) : escaped(String(child));
}

function textOfAll(children: readonly unknown[]): string | Promise<string> {
  let text = "";
  const late: (string | Promise<string>)[] = [];
  for (const child of children) {
    const one = rendered(child);
    if (typeof one === "string") text += one;
    else {
      late.push(text, one);
      text = "";
    }
  }
  if (late.length === 0) return text;
  // `join` would copy the whole of it at each level of the page.
  return Promise.all([...late, text]).then((parts) => parts.reduce((all, part) => all + part));
}

function attribute(name: string, value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "boolean" && FLAGS.has(name)) return value ? ` ${name}=""` : "";
  return ` ${name}="${escaped(String(value))}"`;
}

const escaped = (text: string): string =>
  /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (one) => ESCAPED[one] ?? one) : text;
