import { describe, expect, it } from "vitest";
import { assumptions } from "../../src/facts/assumptions.js";
import { calibrate } from "../../src/trust/calibrate.js";
import { driftBetween } from "../../src/trust/drift.js";
import { probes } from "../../src/trust/probes/index.js";
import { distinct, type Hidden, hiddenSet, startStandIn, willing } from "../support/stand-in.js";
import { wrongly } from "../support/verdicts.js";

// npm run stand-ins: 200 sets, and each single change; CI takes a few.
const sets = Number(process.env.STAND_INS ?? 2);
const isLong = process.env.STAND_INS !== undefined;
const first = Number(process.env.STAND_INS_FROM ?? 1);

const probed = probes.map(({ id }) => id);

async function calibrated(hidden: Hidden) {
  await using standIn = await startStandIn(hidden);
  return (await calibrate(standIn.options({ person: willing(standIn) }))).calibration;
}

describe("random stand-ins", () => {
  it(
    `are found again: at least 95 % of what has a probe, nothing wrong, over ${sets} sets`,
    async () => {
      const missed: string[] = [];
      const wrong: string[] = [];
      let [found, asked] = [0, 0];
      for (let seed = first; seed < first + sets; seed++) {
        const hidden = hiddenSet(seed);
        const calibration = await calibrated(hidden);
        wrong.push(...wrongly(calibration, hidden).map((one) => `set ${seed}: ${one}`));
        for (const id of probed.filter((one) => one in hidden.assumptions)) {
          asked++;
          if (id in calibration.assumptions) found++;
          else missed.push(`set ${seed}: ${id}: ${calibration.undetermined[id] ?? calibration.findings[id]?.text}`);
        }
        if (isLong) console.log(`set ${seed}: ${found} of ${asked} found so far, ${wrong.length} wrong`);
      }
      if (isLong) console.log(missed.join("\n"));
      expect(wrong).toEqual([]);
      expect(asked).toBeGreaterThan(15 * sets);
      expect(found / asked).toBeGreaterThanOrEqual(0.95);
    },
    sets * 60_000,
  );

  it.runIf(isLong)(
    "drift tells each single change of a choice, and nothing else",
    async () => {
      const hidden = distinct(hiddenSet(first));
      const before = await calibrated(hidden);
      const unlike: string[] = [];
      for (const { id, choices } of assumptions.filter((row) => row.choices.length > 1 && probed.includes(row.id)))
        for (const to of choices.filter((choice) => choice !== hidden.assumptions[id])) {
          const now = await calibrated({ ...hidden, assumptions: { ...hidden.assumptions, [id]: to } });
          const told = driftBetween(before, now);
          if (told.length !== 1 || told[0]?.about !== id)
            unlike.push(`${id} → ${to}: ${JSON.stringify(told)} ${now.undetermined[id] ?? ""}`);
        }
      expect(unlike).toEqual([]);
    },
    3_600_000,
  );
});
