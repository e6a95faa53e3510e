import * as fc from "fast-check";
import { expect, it } from "vitest";
import { judge } from "../../../src/index.js";
import type { JudgeReport } from "../../../src/tools/library/language.js";
import { anyDay, randomShop } from "../../support/random-shop.js";

/** Each day is judged by some of its mutants. `npm run judge-shops` judges the right shop of examples/shops by all of its own. */
const someMutants = fc.constantFrom(
  "*/after-commit/connection-reset",
  "*/before-commit/http-502",
  "*/notice/*",
  "*/page/*",
  "*/state/*",
  "*/decline/do-not-honour",
);

const numRuns = Number(process.env.RUNS ?? 6);
const seed = Number(process.env.SEED ?? 14);

/** A day without a page, say, has no mutants of one. */
const notInThisDay = (error: Error): Pick<JudgeReport, "findings" | "practices"> => {
  if (!error.message.includes("no mutant's id fits")) throw error;
  return { findings: [], practices: [] };
};

it("no random right shop is accused", async () => {
  await fc.assert(
    fc.asyncProperty(anyDay, someMutants, async (day, only) => {
      const { findings, practices } = await judge(randomShop(day), { only, jobs: 2 }).catch(notInThisDay);
      expect(findings.map(({ verdict, mutant, why }) => `${verdict} ${mutant}: ${why}`)).toEqual([]);
      expect(practices.filter(({ grave }) => grave)).toEqual([]);
    }),
    { numRuns, seed, endOnFailure: true },
  );
});
