import { expect, it } from "vitest";
import { otherTexts } from "../../src/signing/other-texts.js";

const isRewritten = (text: string): boolean => otherTexts(text).some(({ what }) => what.startsWith("re-serialised"));
const nested = (depth: number): string => `${'{"a":[1],"b":'.repeat(depth)}1${"}".repeat(depth)}`;
const sized = (chars: number): string => JSON.stringify({ a: "x".repeat(chars - 8) });

it("write a text anew up to its bounds of depth and size, and not beyond", () => {
  expect([isRewritten(nested(49)), isRewritten(nested(51))]).toEqual([true, false]);
  expect(sized(20_000)).toHaveLength(20_000);
  expect([isRewritten(sized(20_000)), isRewritten(sized(20_001))]).toEqual([true, false]);
});
