// The frame of a page of the site: no script and no style of its own, so that the strictest policy holds.
import type { Group, Page } from "./pages.ts";

export interface Heading {
  readonly level: number;
  readonly text: string;
  readonly anchor: string;
}

interface Framed {
  readonly page: Page;
  readonly groups: readonly Group[];
  readonly headings: readonly Heading[];
  readonly content: string;
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const navOf = (groups: readonly Group[], current: Page): string =>
  groups
    .map(
      ({ title, pages }) =>
        `<h2>${escaped(title)}</h2><ul>${pages
          .map(
            (page) =>
              `<li><a href="${page.name}.html"${page.name === current.name ? ' aria-current="page"' : ""}>${escaped(page.title)}</a></li>`,
          )
          .join("")}</ul>`,
    )
    .join("");

const contentsOf = (headings: readonly Heading[]): string => {
  const shown = headings.filter(({ level }) => level === 2 || level === 3);
  if (shown.length < 2) return "";
  const items = shown.map(
    ({ level, text, anchor }) => `<li class="l${level}"><a href="#${anchor}">${escaped(text)}</a></li>`,
  );
  return `<aside aria-label="On this page"><h2>On this page</h2><ul>${items.join("")}</ul></aside>`;
};

/** Before and after, in the order of the pages. */
function neighbours(groups: readonly Group[], page: Page): string {
  const all = groups.flatMap(({ pages }) => pages);
  const at = all.findIndex(({ name }) => name === page.name);
  const link = (other: Page | undefined, label: string): string =>
    other ? `<a href="${other.name}.html"><small>${label}</small>${escaped(other.title)}</a>` : "<span></span>";
  return `<nav class="next" aria-label="Pages beside">${link(all[at - 1], "Before")}${link(all[at + 1], "Next")}</nav>`;
}

/** The whole page. */
export const framed = ({ page, groups, headings, content }: Framed): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${page.name === "index" ? "payment-sandbox" : `${escaped(page.title)} · payment-sandbox`}</title>
<meta name="description" content="${escaped(page.about)}">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="site.css">
<link rel="alternate" type="text/markdown" href="${page.name}.md">
<script src="site.js" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the page</a>
<header><a class="home" href="index.html">payment-sandbox</a>
<form role="search" hidden><label class="vh" for="search">Search the documentation</label><input id="search" type="search" placeholder="Search  (press /)" autocomplete="off" aria-controls="found"><div id="found" hidden></div></form></header>
<div class="frame">
<details class="menu" open><summary>Pages</summary><nav aria-label="Pages">${navOf(groups, page)}</nav></details>
<main id="content">${content}${neighbours(groups, page)}<footer>Unofficial, and for tests only. <a href="${page.name}.md">This page as Markdown</a> · <a href="llms.txt">llms.txt</a></footer></main>
${contentsOf(headings)}
</div>
</body>
</html>
`;
