import { describe, expect, it } from "vitest";
import { judge } from "../../../src/index.js";
import type { JudgeReport } from "../../../src/tools/library/language.js";
import { dayOf, poolShops } from "../../support/pool-shops.js";
import { casesFor } from "../../support/proof.js";

/** Second faults never share a run. */
const OPTIONS = { jobs: 4, depth: 1 } as const;

const found = ({ findings, practices }: JudgeReport): readonly string[] =>
  [
    ...new Set([
      ...findings.map(({ verdict, operation, mutant }) => `${verdict} ${operation} ${mutant.split("/")[1]}`),
      ...practices.filter(({ grave }) => grave).map(({ id }) => id),
    ]),
  ].sort();

describe.each(casesFor(Object.keys(poolShops) as (keyof typeof poolShops)[]))("of a shop that %s", (kind) => {
  it("pools find the same mistakes as each mutant alone", async () => {
    const shop = dayOf(kind, { makesMistakes: true });
    const [pooled, whole] = [await judge(shop, OPTIONS), await judge(shop, { ...OPTIONS, whole: true })];
    expect(whole.findings.length).toBeGreaterThan(0);
    expect(found(pooled)).toEqual(found(whole));
    expect(whole.counts.pools).toBe(0);
  });

  it("pools accuse it of nothing if it is right", async () => {
    const report = await judge(dayOf(kind, { makesMistakes: false }), OPTIONS);
    expect(found(report)).toEqual([]);
  });
});
