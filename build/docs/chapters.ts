import type { Token } from "markdown-it";
import type { Chapter } from "../../src/package/docs-search/search-index.ts";
import { headingsOf } from "./markdown.ts";
import type { Page } from "./pages.ts";

/** The text of each chapter: what stands between two headings. A row of a table is one line, so that an excerpt tells more than a cell. */
export function chaptersOf(page: Page, tokens: readonly Token[]): readonly Chapter[] {
  const headings = [...headingsOf(tokens)];
  const chapters: { address: string; page: string; title: string; text: string }[] = [];
  for (const [i, token] of tokens.entries()) {
    if (token.type === "heading_open") {
      const { text = "", anchor = "" } = headings.shift() ?? {};
      const isTitle = token.tag === "h1";
      chapters.push({
        address: `${page.name}.html${isTitle ? "" : `#${anchor}`}`,
        page: page.title,
        title: text,
        text: "",
      });
    } else if (tokens[i - 1]?.type !== "heading_open") {
      const told = token.type === "fence" ? token.content : spoken(token);
      const last = chapters.at(-1);
      const isWithinRow =
        token.type === "inline" &&
        tokens[i + 2]?.type !== "tr_close" &&
        /^t[dh]_close$/.test(tokens[i + 1]?.type ?? "");
      if (last && told) last.text += told + (isWithinRow ? " | " : "\n");
    }
  }
  return chapters;
}

const spoken = (token: Token): string =>
  (token.children ?? []).map(({ type, content }) => (type === "softbreak" ? " " : content)).join("");
