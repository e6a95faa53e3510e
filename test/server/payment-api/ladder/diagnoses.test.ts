import { expect, it } from "vitest";
import { Diagnoses } from "../../../../src/server/payment-api/ladder/diagnoses.js";

it("a merchant's wrong signatures are looked into ten times, then once a second", () => {
  const diagnoses = new Diagnoses();
  const lane = {};
  const looked = (now: number, merchantId = 3) => {
    const last = diagnoses.instead(lane, merchantId, now);
    return last ?? diagnoses.made(lane, merchantId, `at ${now}`);
  };
  for (let n = 0; n < 10; n++) expect(looked(n)).toBe(`at ${n}`);
  expect(looked(20)).toBe("at 9");
  expect(looked(30, 4)).toBe("at 30");
  expect(looked(1_010)).toBe("at 1010");
  expect(looked(1_500)).toBe("at 1010");
  expect(looked(60_000)).toBe("at 60000");
  expect(new Diagnoses().instead(lane, 3, 0)).toBeUndefined();
});

it("a clock that goes back gives nothing away", () => {
  const diagnoses = new Diagnoses();
  const lane = {};
  for (let n = 0; n < 10; n++) diagnoses.instead(lane, 3, 1_000);
  diagnoses.made(lane, 3, "x");
  expect(diagnoses.instead(lane, 3, 0)).toBe("x");
});
