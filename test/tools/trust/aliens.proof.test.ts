import { expect, it } from "vitest";
import { aliens, alienTarget } from "../../../bench/prove/aliens.js";
import { calibrate } from "../../../src/tools/trust/calibrate/calibrate.js";
import { driftBetween } from "../../../src/tools/trust/calibrate/results/drift.js";
import { casesFor } from "../../support/proof.js";
import { distinct, hiddenSet, startStandIn } from "../../support/stand-in.js";

const isShown = (name: string): boolean => /5,000,000|create.s members/.test(name);
const told = casesFor(
  [...aliens].sort((a, b) => Number(isShown(b.name)) - Number(isShown(a.name))),
  2,
);

it("tells services that differ in one thing that no choice makes", async () => {
  await using standIn = await startStandIn(distinct(hiddenSet(11)));
  const { calibration: before } = await calibrate(standIn.options());
  const missed: string[] = [];
  for (const alien of told) {
    const options = standIn.options();
    const { calibration: now } = await calibrate({ ...options, target: alienTarget(options.target, alien) });
    const drift = driftBetween(before, now);
    if (drift.length === 0) missed.push(alien.name);
  }
  expect(missed).toEqual([]);
});
