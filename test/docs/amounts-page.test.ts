import { describe, expect, it } from "vitest";
import { formatAmount } from "../../src/core/domain/money.js";
import { readAmount } from "../../src/core/domain/read-amount.js";
import { pageTable } from "../support/page-table.js";

/** What the sandbox makes of an amount: the money, or the refusal. A number and its text in quotes are read alike. */
function answerTo(text: string): string {
  const read = readAmount(text.replace(/^"|"$/g, ""));
  return typeof read === "number" ? formatAmount(read) : `refused: ${read}`;
}

describe("what encoders write", () => {
  const LARGE = "refused: expected at most 9999999.99";
  const DECIMALS = "refused: expected at most two decimals";
  const HEAD = "| encoder | 19.99 | 10000000 | 0.1 + 0.2 | 100.00 | 1234567.89 |";
  const encoders = pageTable("docs/amounts-and-times.md", HEAD).map((cells) => cells as [string, ...string[]]);

  /** An encoder that has two ways to write has two texts. */
  const textsIn = (cell = "–"): readonly string[] =>
    cell === "–" ? [] : cell.split(" or ").map((text) => text.replace(/ \(refused\)$/, "").replaceAll("`", ""));

  it.each(encoders)("%s: each spelling of 19.99, 100.00 and 10,000,000 is read as such", (_, ...cells) => {
    const [price, tenMillion, , hundred] = cells.map((cell) => textsIn(cell).map(answerTo));
    expect(price).toEqual(price!.map(() => "19.99"));
    expect(hundred).toEqual(hundred!.map(() => "100.00"));
    expect(tenMillion).toEqual(tenMillion!.map(() => LARGE));
  });

  it.each(encoders)("%s: 0.1 + 0.2 is 0.30 or refused, and never another amount", (...cells) => {
    for (const text of textsIn(cells[3]))
      expect([text, [DECIMALS, "0.30"]]).toEqual([text, expect.arrayContaining([answerTo(text)])]);
  });

  it.each(encoders)("%s: exactly the refused texts are marked", (_, ...cells) => {
    const texts = cells.slice(0, 5).flatMap((cell) => (cell === "–" ? [] : cell.split(" or ")));
    const marked = texts.filter((text) => text.endsWith(" (refused)"));
    expect(marked).toEqual(texts.filter((text) => textsIn(text).map(answerTo).join().startsWith("refused")));
  });

  it("1234567.89 loses money only where six digits are written", () => {
    const wrong = encoders.flatMap(([name, , , , , million]) =>
      textsIn(million).flatMap((text) => (answerTo(text) === "1234567.89" ? [] : [[name, text]])),
    );
    expect(wrong).toEqual([["gawk, mawk, C++'s ostream", "1.23457e+06"]]);
  });
});
