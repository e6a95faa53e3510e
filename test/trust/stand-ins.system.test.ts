import { expect, it } from "vitest";
import { judgedSet } from "../support/stand-in-sets.js";

// npm run stand-ins takes 200 sets, and each single change.
it.each([1, 2])("random stand-in %i is found again: at least 95 % of what has a probe, nothing wrong", async (seed) => {
  const { asked, found, wrong } = await judgedSet(seed);
  expect(wrong).toEqual([]);
  expect(asked).toBeGreaterThan(15);
  expect(found / asked).toBeGreaterThanOrEqual(0.95);
});
