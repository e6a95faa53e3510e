import { describe, expect, it } from "vitest";
import { assumptions } from "../../src/facts/assumptions.js";
import { calibrate } from "../../src/trust/calibrate.js";
import { driftBetween, unseenNow } from "../../src/trust/drift.js";
import { distinct, type Hidden, hiddenSet, startStandIn } from "../support/stand-in.js";

// Under the other choice of void-paths nobody can see what direct/void says.
const drawn = distinct(hiddenSet(11));
const hidden: Hidden = { ...drawn, assumptions: { ...drawn.assumptions, "void-paths": "any" } };

async function calibrated(of: Hidden) {
  await using standIn = await startStandIn(of);
  return (await calibrate(standIn.options())).calibration;
}

/** The same service with another choice for one assumption. */
const changed = (id: string): { readonly hidden: Hidden; readonly to: string } => {
  const to = assumptions.find((row) => row.id === id)!.choices.find((choice) => choice !== hidden.assumptions[id])!;
  return { to, hidden: { ...hidden, assumptions: { ...hidden.assumptions, [id]: to } } };
};

describe("drift", () => {
  it("is none where nothing changed, whatever an earlier run left", async () => {
    await using standIn = await startStandIn(hidden);
    const [before, now] = [await calibrate(standIn.options()), await calibrate(standIn.options())];
    expect(driftBetween(before.calibration, now.calibration)).toEqual([]);
    expect(unseenNow(before.calibration, now.calibration)).toEqual([]);
  });

  it("is each single change of a choice, and of a code", async () => {
    const before = await calibrated(hidden);
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
