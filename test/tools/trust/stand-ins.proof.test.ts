import { expect, it } from "vitest";
import { probes } from "../../../src/tools/trust/calibrate/probes/index.js";
import { judgedAlone, judgedListening, judgedSet } from "../../support/stand-in-sets.js";

// npm run stand-ins takes 200 sets, and each single change.
it.each([1])("random stand-in %i is found again: at least 95 % of what has a probe, nothing wrong", async (seed) => {
  const { asked, found, wrong } = await judgedSet(seed);
  expect(wrong).toEqual([]);
  expect(asked).toBeGreaterThan(15);
  expect(found / asked).toBeGreaterThanOrEqual(0.95);
});

it.each([
  ["alone", judgedAlone, ["listener", "person"]],
  ["without a person", judgedListening, ["person"]],
] as const)("%s, what needs more is left open, and tells what it needs", async (_, judged, missing) => {
  const { missed, wrong } = await judged(1);
  expect(wrong).toEqual([]);
  const needing = probes.filter(({ needs = [] }) => missing.some((need) => needs.includes(need))).map(({ id }) => id);
  const leftFor = missed.filter((one) => /--listen|needs a person/.test(one)).map((one) => one.split(": ")[1]);
  expect(leftFor.sort()).toEqual(needing.sort());
});
