import "../support/dist.js";
import { describe, expect, it } from "vitest";
import { findChapters, readSearchIndex } from "../../src/package/docs-search/find.js";
import { packageText } from "../../src/package/files.js";
import { run } from "../tools/cli/cli.js";
import { thirtyQuestions } from "./thirty-questions.js";
import { ANSWERED_AT_LEAST, twentyQuestions } from "./twenty-questions.js";

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

  it("answers a newcomer's question by its first hit", () => {
    const wrong = twentyQuestions.filter(({ asked, answeredBy }) => !answeredBy.test(found(asked)[0] ?? ""));
    expect(twentyQuestions).toHaveLength(20);
    expect(wrong.length, wrong.map(({ asked }) => `${asked}: ${found(asked)}`).join("; ")).toBeLessThanOrEqual(
      twentyQuestions.length - ANSWERED_AT_LEAST,
    );
  });

  it("finds a misspelt word", () => {
    expect(found("settlemnet")).not.toEqual([]);
    expect(found("verify signatur of webhok").map(pageOf)).toContain("notifications");
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

describe("docs", () => {
  it("prints the chapter that the search finds first, and names others", async () => {
    const { exitCode, stdout } = await run(["docs", "verify", "webhook"]);
    expect([exitCode, stdout]).toEqual([
      0,
      expect.stringMatching(/^Notifications.* › Verify it {2}\(notifications\.md#verify-it\)\n/),
    ]);
    expect(stdout).toContain("PAYMENT_SANDBOX_PUBLIC_KEY_FILE");
    expect(stdout).toMatch(/\nAlso:\n( {2}.+ {2}\([\w-]+\.md.*\)\n){4}$/);
  });

  it.each(twentyQuestions.map(({ asked }) => [asked]))("prints some text for: %s", async (asked) => {
    const [text = ""] = (await run(["docs", asked])).stdout.split("\nAlso:\n");
    expect(text.split("\n").length).toBeGreaterThan(3);
  });

  it("prints the example in the language that is asked for, and all if none is", async () => {
    const { stdout } = await run(["docs", "php", "signature"]);
    expect(stdout).toContain("PHP:\n\n```php");
    expect(stdout).not.toMatch(/```(bash|python|js|java)\n/);
    expect((await run(["docs", "sign in your own code"])).stdout).toContain("```bash");
  });

  it("lists the pages without words, and exits with 1 if nothing is found", async () => {
    expect((await run(["docs"])).stdout).toContain("- [In CI](ci.md)");
    expect(await run(["docs", "quokkaquokka"])).toMatchObject({ exitCode: 1, stdout: "" });
  });
});
