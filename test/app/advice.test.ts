import { describe, expect, it } from "vitest";
import { advice, adviceFor } from "../../src/app/explain/advice.js";

const call = { signature: "valid", responseCode: "1001", rules: [] } as const;

describe("the advice", () => {
  it.each([
    ["wrong-method", "Use POST."],
    ["unknown-path", "Check the path against the endpoints of the payment API."],
    ["body-too-large", "Send at most 1 MB."],
    ["wrong-content-type", "Send Content-Type: application/json."],
  ] as const)("after %s is %s", (ended, expected) => {
    expect(adviceFor({ ...call, ended })).toBe(expected);
  });

  it("differs by what ended the call, but for cards that must not be tried again", () => {
    const texts = Object.values(advice);
    const repeated = Object.entries(advice).filter(([, text]) => texts.filter((one) => one === text).length > 1);
    expect(repeated.map(([name]) => name).sort()).toEqual(["lost-card", "stolen-card", "suspected-fraud"]);
  });
});
