import { expect, it } from "vitest";
import { hitsIn } from "../../src/package/docs-search/hits.js";
import { wantedBy } from "../../src/package/docs-search/query.js";
import type { Indexed } from "../../src/package/docs-search/search-index.js";

it("keeps the place of each word of a search, also of one that stands there twice, as after a misspelling", () => {
  const [charge, order] = ["charge", "order"].map((word) => wantedBy(word)[0]!);
  const one: Indexed = {
    chapter: { address: "a.html", page: "A", title: "A" },
    ...{ title: " a ", page: " ", text: " the order of a sale ", asked: "  ", titled: "  " },
  };
  const lengths = { title: 1, page: 1, text: 1, asked: 1 };
  const index = { chapters: [one], lengths, questions: 0, having: {}, texts: ['""'] };
  const { forms, found } = hitsIn(index, [charge!, charge!, order!]);
  expect(forms).toEqual(["charg", "charg", "order", "sale"]);
  expect(found.map(({ has }) => forms.filter((_, i) => has[i]))).toEqual([["order", "sale"]]);
});
