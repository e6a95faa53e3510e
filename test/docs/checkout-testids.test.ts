import { expect, it } from "vitest";
import { packageText } from "../../src/package/files.js";
import { sources } from "../support/sources.js";

/** The pages that a shopper sees, with their fields and texts. */
const pages = sources.filter(({ path }) => /^src\/server\/pages\/(?!console|islands)/.test(path));

/** Names in quotes, and the beginning of those that a page makes. */
const TESTID = /test[iI]d=(?:"([\w-]+)"|\{[^}"`]*["`]([\w-]+))(?:" : "([\w-]+)")?/g;

const named = pages.flatMap(({ text }) =>
  [...text.matchAll(TESTID)].flatMap(([, ...names]) => names.filter((name) => name !== undefined)),
);

it.each([...new Set(named)])("the docs name the data-testid %s of the checkout page", (name) => {
  const [, chapter = ""] = packageText("docs/library.md").split("\n## Playwright\n");
  expect(chapter.split("\n## ")[0]).toContain(`\`${name}`);
});

it("all data-testids are found", () => {
  expect(named).toEqual(expect.arrayContaining(["pay", "wallet", "qr", "wallet-card-", "method-", "leave", "error"]));
});
