import type { Group } from "./pages.ts";

/** What an agent reads first: every page in a line, as llmstxt.org describes it. */
export const llmsText = (groups: readonly Group[]): string =>
  [
    "# payment-sandbox",
    "",
    "> A stand-in of a payment service for the tests of shops, on your own machine: hosted checkout, tokens, refunds, voids,",
    "> signed notifications, and any failure that you ask for. Unofficial. Each page below is Markdown.",
    ...groups.flatMap(({ title, pages }) => [
      "",
      `## ${title}`,
      "",
      ...pages.map((page) => `- [${page.title}](${page.name}.md): ${page.about}`),
    ]),
    "",
    "## For machines",
    "",
    "- `GET /_sandbox/openapi.json` of a running sandbox: the control API and the payment API as OpenAPI 3.1",
    "- `scenario.schema.json` of the package: the JSON Schema of scenario files",
    "",
  ].join("\n");
