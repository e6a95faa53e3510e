import { expect, it } from "vitest";
import { calibrate } from "../../src/trust/calibrate/calibrate.js";
import { driftBetween } from "../../src/trust/calibrate/drift.js";
import { limitedTarget, noisyTarget } from "../support/noise.js";
import { distinct, hiddenSet, startStandIn } from "../support/stand-in.js";
import { wrongly } from "../support/verdicts.js";

// npm run stand-ins takes more sets.
it("gateway errors, refusals and lost answers lead to no wrong claim, no finding and no drift", async () => {
  const hidden = hiddenSet(1);
  await using standIn = await startStandIn(hidden);
  const { calibration: clean } = await calibrate(standIn.options());
  const options = standIn.options();
  const { calibration, stopped } = await calibrate({ ...options, target: noisyTarget(options.target, { seed: 1 }) });
  expect(stopped).toBeUndefined();
  expect(wrongly(calibration, hidden)).toEqual([]);
  expect(calibration.findings).toEqual(clean.findings);
  expect(driftBetween(clean, calibration)).toEqual([]);
  expect(Object.keys(calibration.assumptions).length).toBeGreaterThan(25);
});

it.each([0, 1])("concludes nothing from a rate limit that hits every second call, from call %i", async (from) => {
  const hidden = distinct(hiddenSet(4));
  await using standIn = await startStandIn(hidden);
  const options = standIn.options();
  const { code } = hidden.responseCodes["rate-limited"]!;
  const { calibration } = await calibrate({ ...options, target: limitedTarget(options.target, { from, code }) });
  expect(wrongly(calibration, hidden)).toEqual([]);
  expect(Object.keys(calibration.undetermined).length).toBeGreaterThan(5);
});
