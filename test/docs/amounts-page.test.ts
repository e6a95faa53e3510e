import { describe, expect, it } from "vitest";
import { answerTo, textsOf } from "../../build/docs/amounts.js";
import { encoders } from "../../build/docs/data/encoders.js";

describe("what encoders write", () => {
  const LARGE = "refused: expected at most 9999999.99";
  const DECIMALS = "refused: expected at most two decimals";

  it.each(encoders)("%s: each spelling of 19.99, 100.00 and 10,000,000 is read as such", (...encoder) => {
    const [, price, tenMillion, , hundred] = encoder;
    expect(textsOf(price).map(answerTo)).toEqual(textsOf(price).map(() => "19.99"));
    expect(textsOf(hundred).map(answerTo)).toEqual(textsOf(hundred).map(() => "100.00"));
    expect(textsOf(tenMillion).map(answerTo)).toEqual(textsOf(tenMillion).map(() => LARGE));
  });

  it.each(encoders)("%s: 0.1 + 0.2 is 0.30 or refused, and never another amount", (...encoder) => {
    for (const text of textsOf(encoder[3]))
      expect([text, [DECIMALS, "0.30"]]).toEqual([text, expect.arrayContaining([answerTo(text)])]);
  });

  it("1234567.89 loses money only where six digits are written", () => {
    const wrong = encoders.flatMap(([name, , , , , million]) =>
      textsOf(million).flatMap((text) => (answerTo(text) === "1234567.89" ? [] : [[name, text]])),
    );
    expect(wrong).toEqual([["gawk, mawk, C++'s ostream", "1.23457e+06"]]);
  });
});
