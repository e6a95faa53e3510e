// Which pages the documentation has, and in which order they are told. The site, llms.txt and the link test read it.
import { readdirSync, readFileSync } from "node:fs";
import { pagesBeside } from "../../src/package/docs-search/page-files.ts";

/** A page of the documentation. */
export interface Page {
  /** Within the repository. */
  readonly file: string;
  /** What its address ends with: `judge` for `judge.html` and `judge.md`. */
  readonly name: string;
  readonly title: string;
  /** Its first sentence, as plain text. */
  readonly about: string;
  readonly text: string;
}

export interface Group {
  readonly title: string;
  readonly pages: readonly Page[];
}

/** The pages in their order; a page of docs that is not named here comes last, in `More`. */
const order: Readonly<Record<string, readonly string[]>> = {
  Start: [
    "docs/README.md",
    "docs/first-order.md",
    "docs/notifications.md",
    "docs/outcomes.md",
    "docs/scenarios.md",
    "docs/around-a-call.md",
  ],
  "In your tests": [
    "docs/ci.md",
    "docs/judge.md",
    "docs/verdicts.md",
    "docs/races-and-crashes.md",
    "docs/conformance.md",
    "docs/conformance-shops.md",
    "docs/library.md",
    "docs/runners.md",
    "kits/README.md",
    "docs/recipes.md",
    "docs/go-live.md",
    "examples/README.md",
    "examples/shops/README.md",
  ],
  "Look and act": [
    "docs/console.md",
    "docs/terminal.md",
    "docs/mcp.md",
    "docs/troubleshooting.md",
    "docs/signatures.md",
    "docs/amounts-and-times.md",
    "docs/http-clients.md",
    "docs/queues.md",
    "docs/test-tools.md",
  ],
  Reference: ["docs/payment-api.md", "docs/control-api.md", "docs/command-line.md", "docs/assumptions.md"],
  "Truth about the service": ["docs/calibration.md", "docs/proving.md"],
  "Other machines": [
    "docs/executable.md",
    "docs/https.md",
    "docs/platforms.md",
    "docs/postgres.md",
    "docs/teams.md",
    "docs/opentelemetry.md",
  ],
  Inside: ["docs/architecture.md"],
};

const beside = Object.entries(pagesBeside);
const nameOf = (file: string): string =>
  beside.find(([, one]) => one === file)?.[0] ?? file.replace(/^.*\//, "").replace(/\.md$/, "");

/** All pages, by group; a group without a page is left out. */
export function readPages(): readonly Group[] {
  const listed = new Set(Object.values(order).flat());
  const inDocs = readdirSync("docs").map((name) => `docs/${name}`);
  const rest = inDocs.filter((file) => file.endsWith(".md") && !listed.has(file)).sort();
  const isThere = (file: string): boolean => !file.startsWith("docs/") || inDocs.includes(file);
  return Object.entries({ ...order, More: rest })
    .map(([title, files]) => ({ title, pages: files.filter(isThere).map(readPage) }))
    .filter(({ pages }) => pages.length > 0);
}

function readPage(file: string): Page {
  const text = readFileSync(file, "utf8");
  const [, title = nameOf(file)] = /^# (.*)$/m.exec(text) ?? [];
  return { file, name: nameOf(file), title, about: aboutOf(text), text };
}

/** The first sentence below the title. */
function aboutOf(text: string): string {
  const paragraphs = text.replace(/^# .*$/m, "").split(/\n{2,}/);
  // Neither an indented command, nor a table, a picture, a remark.
  const first = paragraphs.map((one) => one.replace(/^\n+/, "")).find((one) => /^[\w*`"[]/.test(one)) ?? "";
  const plain = first
    .replace(/\s+/g, " ")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[*`]/g, "");
  return /^.*?[.:](?= |$)/.exec(plain)?.[0].replace(/:$/, ".") ?? plain;
}
