import "../support/dist.js";
import { describe, expect, it } from "vitest";
import { findChapters, readSearchIndex } from "../../src/docs-search/find.js";
import { packageText } from "../../src/package/files.js";
import { thirtyQuestions } from "./thirty-questions.js";

const index = readSearchIndex(packageText("dist/docs/search.json"));

/** The first three chapters that a question finds. */
const found = (question: string): readonly string[] => findChapters(index, question, 3).map(({ address }) => address);
const pageOf = (chapter: string): string => chapter.replace(/\.html.*$/, "");

describe("the documentation's search", () => {
  it.each(thirtyQuestions)("finds the page among the first three: $asked", ({ asked, answeredBy }) => {
    const chapters = found(asked);
    expect(
      chapters.some((chapter) => answeredBy.includes(pageOf(chapter))),
      chapters.join(" "),
    ).toBe(true);
  });

  it("finds by any of the words", () => {
    expect(found("quokka verify webhook signature").map(pageOf)).toContain("notifications");
  });

  it("finds nothing for a word that no page has", () => {
    expect(found("quokkaquokka")).toEqual([]);
  });

  it("puts the chapter that tells an error message first", () => {
    expect(found("certificate not trusted")[0]).toBe("troubleshooting.html#certificate-not-trusted");
  });
});
