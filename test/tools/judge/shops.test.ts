import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { kindOf } from "../../../bench/judge-order/cover.js";
import { DryRunFailed, judge } from "../../../src/index.js";
import { packagePath, packageText } from "../../../src/package/files.js";
import { detectives } from "../../../src/tools/judge/mutants/detectives.js";
import type { JudgeReport } from "../../../src/tools/library/language.js";

interface Selected {
  readonly only?: string;
  readonly budget?: string;
  readonly jobs?: number;
}

interface Expected {
  /** The verdict; null: none. */
  readonly finds: string | null;
  /** The grave practice. */
  readonly practice?: string;
  /** The practice about which the shop gets advice. */
  readonly advice?: string;
  /** The beginning of what is wrong already in the first run. */
  readonly firstRun?: string;
  /** The mutants that are enough to see it. */
  readonly at: string;
}

const shops = Object.entries<Expected>(JSON.parse(packageText("examples/shops/expected.json")));
const load = (name: string) => import(pathToFileURL(packagePath(`examples/shops/${name}.mjs`)).href);

async function judged(name: string, options: Selected): Promise<JudgeReport> {
  const [{ default: Kind }, { shopDay }] = await Promise.all([load(name), load("skeleton")]);
  // Only a shop that gets no answer waits for so long. A slow machine answers within it.
  const timeoutMs = options.only?.endsWith("no-response") ? 1_000 : 10_000;
  const by = (timeout: string) =>
    judge((lane) => shopDay(Kind, { url: lane.url, timeoutMs }), { jobs: 2, timeout, ...options });
  if (!options.only || name !== "waits-for-ever") return by("60s");
  // A shop without a limit of its own is ended by the judge's. On a busy machine the first run takes longer.
  return by("2s").catch((error) => (isTooSlow(error) ? by("10s") : Promise.reject(error)));
}

const isTooSlow = (error: unknown): boolean =>
  error instanceof DryRunFailed && error.message.includes("did not end within 2 s");

/** By command, one mutant a second runs even on a busy machine. */
const MINUTE = 60;

/** The latest turn of a mutant: second faults take every fourth one, once the set that finds each known mistake has run. */
function turnIn(plan: JudgeReport["mutants"], wanted: string): number {
  const [first = "", second] = wanted.split("+");
  const place = plan.findIndex(({ id }) => id === first);
  const kinds = new Set(plan.map(({ id }) => kindOf(id)).filter((kind) => detectives.includes(kind))).size;
  // The first call that recovers from the first lost answer has three second faults.
  if (second !== undefined) return place === 0 ? kinds + 4 * 3 : Number.POSITIVE_INFINITY;
  return place + 1 + Math.floor(Math.max(0, place - kinds) / 3);
}

const found = ({ findings, practices }: JudgeReport): readonly string[] => [
  ...findings.map(({ verdict }) => verdict),
  ...practices.filter(({ grave }) => grave).map(({ id }) => id),
];

describe.each(shops.filter(([, { firstRun }]) => firstRun !== undefined))(
  "the example shop %s",
  (name, { firstRun = "" }) => {
    it("is wrong in its first run, and no mutant runs", async () => {
      const failed = await judged(name, {}).catch((error: unknown) => error);
      expect(failed).toBeInstanceOf(DryRunFailed);
      const { dryRun, exitCode, counts } = (failed as DryRunFailed).report;
      expect(dryRun.problems[0]?.slice(0, firstRun.length)).toBe(firstRun);
      expect([exitCode, counts.run]).toEqual([1, 0]);
    });
  },
);

describe.each(shops.filter(([, { firstRun }]) => firstRun === undefined))(
  "the example shop %s",
  (name, { finds, practice, advice, at }) => {
    const wanted = [finds, practice].filter((one) => typeof one === "string");
    it(wanted.length === 0 ? "is accused of nothing" : `is found within a minute: ${wanted.join(", ")}`, async () => {
      const report = await judged(name, { only: at });
      expect(report.counts.run).toBeGreaterThan(0);
      if (advice !== undefined) expect(report.practices.map(({ id }) => id)).toContain(advice);
      if (wanted.length === 0) expect(found(report)).toEqual([]);
      else expect(found(report)).toEqual(expect.arrayContaining(wanted));
      if (wanted.length === 0) return;
      const { mutants } = await judged(name, { budget: "1ms", jobs: 1 });
      const turns = report.mutants.map(({ id }) => turnIn(mutants, id));
      expect(Math.min(...turns), "the turn of its first mutant").toBeLessThanOrEqual(MINUTE);
    });
  },
);

it("the README of the example shops tells what each is found by", () => {
  const readme = packageText("examples/shops/README.md");
  const rows = [...readme.matchAll(/^\| `([\w-]+)\.mjs`[^|]*\|[^|]*\| (?:`([\w-]+)`)? ?\| (?:`([\w-]+)`)? ?\|/gm)];
  const told = rows.map(([, name, finds = null, practice = null]) => ({ name, finds, practice }));
  expect(told).toEqual(shops.map(([name, { finds, practice = null }]) => ({ name, finds, practice })));
});
