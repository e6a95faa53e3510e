import { describe, expect, it } from "vitest";
import { calibrationFromLog } from "../../../src/tools/trust/from-log/from-log.js";
import { ordinaryLog } from "../../support/ordinary-log.js";
import { timesFor } from "../../support/proof.js";
import { hiddenSet, startStandIn } from "../../support/stand-in.js";
import { wrongly } from "../../support/verdicts.js";

describe("calibrate --from", () => {
  it.each([1])("settles most of what the log of stand-in %i touches, and nothing wrong", async (seed) => {
    const hidden = hiddenSet(seed);
    await using standIn = await startStandIn(hidden);
    const recorded = await ordinaryLog(standIn, seed, timesFor({ shown: 80, proof: 200 }));
    const { calibration, touched, settled } = await calibrationFromLog({ recorded, target: standIn.url, now: 0 });
    expect(wrongly(calibration, hidden)).toEqual([]);
    expect(settled / touched).toBeGreaterThanOrEqual(0.6);
  });
});
