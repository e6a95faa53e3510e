// How the site reads Markdown: headings get anchors, tables scroll in a box, code is coloured by classes alone.
import { createRequire } from "node:module";
import markdownIt, { type Markdown, type Token } from "markdown-it";
import { FILE_LANGUAGES } from "../../src/package/default-url.ts";
import type { Heading } from "./layout.ts";
import { anchorOf } from "./links.ts";

interface Highlighter {
  getLanguage(name: string): object | undefined;
  highlight(code: string, options: { language: string }): { readonly value: string };
}

// By require: its types bring those of a browser along, which would then hold for the whole project.
const highlighter: Highlighter = createRequire(import.meta.url)("highlight.js/lib/common");

const fileLanguage = new RegExp(`^(?:${FILE_LANGUAGES})$`);

const escaped = (code: string): string => code.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** A box that the keyboard reaches, since it scrolls. */
const highlighted = (code: string, language: string): string => {
  const html = highlighter.getLanguage(language) ? highlighter.highlight(code, { language }).value : escaped(code);
  return `<pre tabindex="0"><code${fileLanguage.test(language) ? ' class="file"' : ""}>${html}</code></pre>`;
};

export const plain = (token: Token | undefined): string =>
  (token?.children ?? [])
    .filter(({ type }) => type === "text" || type === "code_inline")
    .map(({ content }) => content)
    .join("");

/** The headings of a page, each with its anchor: the second of the same text gets a number. */
export function headingsOf(tokens: readonly Token[]): readonly Heading[] {
  const seen = new Map<string, number>();
  return tokens.flatMap((token, i) => {
    if (token.type !== "heading_open") return [];
    const text = plain(tokens[i + 1]);
    const anchor = anchorOf(text);
    const count = seen.get(anchor) ?? 0;
    seen.set(anchor, count + 1);
    return [{ level: Number(token.tag.slice(1)), text, anchor: count === 0 ? anchor : `${anchor}-${count}` }];
  });
}

/** The reader of the pages. Indented text is no code. */
export function markdown(): Markdown {
  const reader = markdownIt({ html: true, highlight: highlighted }).disable("code");
  reader.core.ruler.push("anchors", ({ tokens }) => {
    const headings = [...headingsOf(tokens)];
    for (const token of tokens) if (token.type === "heading_open") token.attrSet("id", headings.shift()?.anchor ?? "");
  });
  reader.renderer.rules.table_open = () => '<div class="wide" tabindex="0"><table>';
  reader.renderer.rules.table_close = () => "</table></div>";
  return reader;
}
