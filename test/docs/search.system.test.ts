import "../support/dist.js";
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readQuestions } from "../../build/docs/questions.js";
import { chapterLines } from "../../src/package/docs-search/chapter-text.js";
import { findChapters, unknownNote } from "../../src/package/docs-search/find.js";
import { readSearchIndex } from "../../src/package/docs-search/search-index.js";
import { packagePath, packageText } from "../../src/package/files.js";
import { startTestSandbox } from "../support/sandbox.js";
import { run } from "../tools/cli/cli.js";
import { firstHits } from "./first-hits.js";
import { thirtyQuestions } from "./thirty-questions.js";

const index = readSearchIndex(packageText("dist/docs/search.jsonl"));
const questions = readQuestions(index.chapters.map(({ chapter }) => chapter.address));

const SIGN = "Sign in your own code: PHP, Java, Python, Node, bash";

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

  // One in eighty stands for all.
  it("finds first the chapter that build/docs/questions.txt names, for 95 of 100 questions", () => {
    const asked = [...questions].flatMap(([chapter, all]) => all.map((question) => ({ question, chapter })));
    const shown = asked.filter((_, i) => i % 80 === 0);
    expect(shown.length).toBeGreaterThan(75);
    const missed = shown.filter(({ question, chapter }) => findChapters(index, question, 1)[0]?.address !== chapter);
    expect(missed.length, JSON.stringify(missed)).toBeLessThan(shown.length / 20);
  });

  it.each(firstHits)("answers by its first hit, with some text: $asked", ({ asked, answeredBy }) => {
    const [chapter] = findChapters(index, asked, 1);
    expect(chapter!.address).toMatch(answeredBy);
    expect(chapterLines(chapter!, asked).length).toBeGreaterThan(2);
  });

  it.each([
    ["sign django", "```python", "```java"],
    ["sign flask", "```python", "```php"],
    ["sign in laravel", "```php", "```python"],
    ["sign in spring", "```java", "```php"],
    ["sign nestjs", "```js", "```sh"],
  ])("shows only the block of the framework's language: %s", (asked, shown, left) => {
    const lines = chapterLines({ address: "first-order.html", title: SIGN }, asked);
    expect([lines.includes(shown), lines.includes(left)]).toEqual([true, false]);
  });

  it("shows the block of another language only if the query names none", () => {
    const chapter = { address: "first-order.html", title: SIGN };
    const shown = (query: string): readonly string[] =>
      chapterLines(chapter, query, "php").filter((line) => /^```./.test(line));
    expect([shown("sign"), shown("sign django")]).toEqual([["```php"], ["```python"]]);
    expect(chapterLines(chapter, "sign", "php")).toContain(
      "Name one to see it instead: curl (bash, openssl, jq), Python, Node, Java.",
    );
  });

  it("shows the whole row of a table as an excerpt", () => {
    const [row] = findChapters(index, "order not found code", 5).filter(({ address }) =>
      address.endsWith("what-each-code-means"),
    );
    expect(row!.excerpt).toMatch(/^2001 \| order not found \| Check orderId/);
  });

  it("finds a misspelt word", () => {
    expect(found("settlemnet")).not.toEqual([]);
    expect(found("verify signatur of webhok").map(pageOf)).toContain("notifications");
  });

  it.each([
    ["refudn", "refund"],
    ["退款", "refund"],
    ["驗簽", "signature"],
    ["测试卡", "test cards"],
    ["退款通知", "refund webhook"],
  ])("finds for %s what it finds for %s", (asked, english) => {
    expect(found(asked)).toEqual(found(english));
    expect(unknownNote(index, asked)).toBe("");
  });

  it.each([
    ["test a renewal", "", false],
    ["test a renewal", "node", false],
    ["test a renewal", "node python", true],
    ["test a renewal php", "node", true],
    ["test a renewal pytest", "", true],
    ["test a renewal by a kit", "", true],
  ])("puts a chapter of the kits first for users of their languages only: %s, %s: %s", (query, here, isFirst) => {
    const [first] = findChapters(index, query, 1, here);
    expect(first!.address.startsWith("kits.html")).toBe(isFirst);
  });

  it("finds by any of the words", () => {
    expect(found("quokka verify webhook signature").map(pageOf)).toContain("notifications");
  });

  it("finds nothing for a word that no page has", () => {
    expect(found("quokkaquokka")).toEqual([]);
  });

  it("tells which words no page has, but not those that it takes for another", () => {
    expect(unknownNote(index, "refund a quokka, zzzqqq?")).toBe("No page has: quokka, zzzqqq.");
    expect(unknownNote(index, "how do I verify the signatur of my webhok")).toBe("");
    expect(unknownNote(index, "void vs refund")).toBe("");
  });

  it("puts the chapter that tells an error message first", () => {
    expect(found("certificate not trusted")[0]).toBe("troubleshooting.html#certificate-not-trusted");
  });
});

describe("docs", () => {
  it("takes an option of another program as a word", async () => {
    const { exitCode, stdout, stderr } = await run(["docs", "node", "--test"]);
    expect([exitCode, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("node:test");
  });

  it("prints the chapter that the search finds first, and names others", async () => {
    const { exitCode, stdout } = await run(["docs", "verify", "webhook"]);
    expect([exitCode, stdout]).toEqual([
      0,
      expect.stringMatching(/^Notifications.* › Verify it {2}\(docs\/notifications\.md#verify-it\)\n/),
    ]);
    expect(stdout).toContain("PAYMENT_SANDBOX_PUBLIC_KEY_FILE");
    expect(stdout).toMatch(/\nAlso:\n( {2}.+ {2}\([\w/-]+\.md.*\)\n {4}\S.*\n){4}$/);
  });

  it("says first which words no page has", async () => {
    const { stdout } = await run(["docs", "quokka", "verify", "webhook"]);
    expect(stdout).toMatch(/^No page has: quokka\.\n\nNotifications.* › Verify it /);
  });

  it("prints the parameters and the example of an endpoint, and links that name their page", async () => {
    const { stdout } = await run(["docs", "stored card token sale"]);
    expect(stdout).toMatch(/^Payment API › tokenization\/sale {2}/);
    expect(stdout).toContain("Parameters of tokenization/sale:\n\n| parameter |");
    expect(stdout).toContain("Example of tokenization/sale:");
    expect(stdout).toContain("docs/payment-api.md#answer-of-tokenizationsale)");
    expect(stdout).not.toContain("](#");
  });

  it("prints the example in the language that is asked for, or else in that of the folder's package.json", async () => {
    const { stdout } = await run(["docs", "php", "signature"]);
    expect(stdout).toContain("PHP:\n\n```php");
    expect(stdout).not.toMatch(/```(bash|python|js|java)\n/);
    const { stdout: here } = await run(["docs", "sign in your own code"]);
    expect(here).toContain("Node:\n\n```js");
    expect(here).not.toContain("```php");
  });

  it("shows a block of code to its end, and says how much follows", async () => {
    const { stdout } = await run(["docs", "a whole flask shop with sqlite"]);
    expect(stdout.match(/^```/gm)).toHaveLength(4);
    expect(stdout).toMatch(/^def key\(name\):$/m);
    const table = await run(["docs", "how amounts are spelt"]);
    expect(table.stdout).toMatch(/^… \d+ more lines there$/m);
    // The blank line behind its last block is no more to read.
    expect((await run(["docs", "pay page python requests"])).stdout).not.toContain(" there\n");
  });

  it("names the address of the running sandbox, and files that are there", async () => {
    await using sandbox = await startTestSandbox();
    const env = { PAYMENT_SANDBOX_URL: sandbox.url };
    const { stdout } = await run(["docs", "force an outcome rule while the sandbox runs"], { env });
    expect(stdout).toContain(`${sandbox.url}/_sandbox/rules`);
    const named = await run(["docs", "force an outcome rule while the sandbox runs", "--url", "http://localhost:9"]);
    expect(named.stdout).toContain("http://localhost:9/_sandbox/rules");
    const all = (await run(["docs"])).stdout + (await run(["docs", "test kits"])).stdout;
    const files = [...all.matchAll(/\(([\w/.-]+)(?:#[^)]*)?\)/g)].map(([, file]) => file!);
    expect(files).toContain("kits/README.md");
    expect(files.filter((file) => file.includes("/") && !existsSync(packagePath(file)))).toEqual([]);
  });

  it("lists the pages without words, and exits with 1 if nothing is found", async () => {
    expect((await run(["docs"])).stdout).toContain("- [In CI](docs/ci.md)");
    expect(await run(["docs", "quokkaquokka"])).toMatchObject({ exitCode: 1, stdout: "" });
  });
});
