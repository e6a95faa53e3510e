import { beforeAll, describe, expect, it } from "vitest";
import { alienTarget, longStans, zuluDates } from "../../../bench/prove/aliens.js";
import { assumptions } from "../../../src/core/facts/assumptions.js";
import type { Calibration } from "../../../src/server/options/calibration.js";
import { calibrate } from "../../../src/tools/trust/calibrate/calibrate.js";
import { comparedShare, driftBetween, unseenNow } from "../../../src/tools/trust/calibrate/results/drift.js";
import { guessesOfCalibration } from "../../../src/tools/trust/issue/from-calibration.js";
import { remedyOf } from "../../../src/tools/trust/issue/issue.js";
import { distinct, type Hidden, hiddenSet, startStandIn } from "../../support/stand-in.js";

// Under the other choice of void-paths nobody can see what direct/void says.
const drawn = distinct(hiddenSet(11));
const hidden: Hidden = { ...drawn, assumptions: { ...drawn.assumptions, "void-paths": "any" } };

async function calibrated(of: Hidden) {
  await using standIn = await startStandIn(of);
  return (await calibrate(standIn.options())).calibration;
}

/** The service as it is, once for all tests: a run takes seconds. */
let before: Calibration;
beforeAll(async () => {
  before = await calibrated(hidden);
});

/** The same service with another choice for one assumption. */
const changed = (id: string): { readonly hidden: Hidden; readonly to: string } => {
  const to = assumptions.find((row) => row.id === id)!.choices.find((choice) => choice !== hidden.assumptions[id])!;
  return { to, hidden: { ...hidden, assumptions: { ...hidden.assumptions, [id]: to } } };
};

it("a report of the calibration has the hidden choices and codes, and nothing wrong", () => {
  const { assumptions: chosen, responseCodes } = remedyOf(guessesOfCalibration(before));
  expect(Object.keys(chosen).length).toBeGreaterThan(10);
  expect(hidden.assumptions).toMatchObject(chosen);
  for (const [name, { code }] of Object.entries(responseCodes)) expect(code).toBe(hidden.responseCodes[name]?.code);
});

describe("drift", () => {
  it("is none where nothing changed, whatever an earlier run left", async () => {
    await using standIn = await startStandIn(hidden);
    const [first, now] = [await calibrate(standIn.options()), await calibrate(standIn.options())];
    expect(driftBetween(first.calibration, now.calibration)).toEqual([]);
    expect(unseenNow(first.calibration, now.calibration)).toEqual([]);
  });

  it.each([zuluDates, longStans])(
    "is none for a service whose findings hold other values each time: $name",
    async (alien) => {
      await using standIn = await startStandIn(hidden);
      const [first, now] = [await alienRun(), await alienRun()];
      expect(Object.keys(first.findings)).toHaveLength(1);
      expect(driftBetween(first, now)).toEqual([]);

      async function alienRun() {
        await standIn.lane.clock.advance("1h");
        const options = standIn.options();
        return (await calibrate({ ...options, target: alienTarget(options.target, alien) })).calibration;
      }
    },
  );

  it("is none where a calibration of old holds values in its findings", async () => {
    const one = { ...before, assumptions: {}, responseCodes: {} };
    const found = (text: string) => ({ ...one, findings: { "date-spelling": { text, evidence: [] } } });
    const [old, new_] = [
      found('createTime is "2026-01-05T02:00:00.000Z"'),
      found('createTime is "0000-00-00T00:00:00.000Z"'),
    ];
    expect(driftBetween(old, new_)).toEqual([]);
    expect(driftBetween(old, found("createTime is a text of 13 digits"))).toHaveLength(1);
  });

  it("tells the share of entries that could be checked", async () => {
    const [first] = Object.entries(before.assumptions);
    const little = {
      ...before,
      assumptions: Object.fromEntries([first!]),
      responseCodes: {},
      findings: {},
      limits: {},
    };
    expect(comparedShare(before, before)).toBe(1);
    expect(comparedShare(before, little)).toBeLessThan(0.05);
    expect(comparedShare({ ...little, assumptions: {} }, before)).toBe(0);
  });

  it("is each single change of a choice, and of a code", async () => {
    for (const id of ["bin-range-order", "direct-void-message"]) {
      const { hidden: other, to } = changed(id);
      expect(driftBetween(before, await calibrated(other))).toEqual([
        { about: id, before: hidden.assumptions[id], now: to },
      ]);
    }
    const row = { code: "9876", message: "gone" };
    const other = { ...hidden, responseCodes: { ...hidden.responseCodes, "order-not-found": row } };
    expect(driftBetween(before, await calibrated(other))).toMatchObject([
      { about: "responseCodes.order-not-found", now: "9876" },
      { about: "responseCodes.order-not-found.message", now: "gone" },
    ]);
  });
});
