import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { Calibration } from "../../src/config/calibration.js";
import { packagePath } from "../../src/package/files.js";
import {
  calibratedOf,
  type JudgedSet,
  judgedSet,
  singleChanges,
  toldAmiss,
  unchanged,
} from "../../test/support/stand-in-sets.js";
import type { Finding, Part } from "./part.js";

const SETS = 200;
const SETS_SHORT = 2;
const CHANGES_SHORT = 1;
/** What is to be found again of what has a probe. */
const SHARE = 0.95;

/** What came of one set, or of one change of a choice; kept, so that a run that was cut goes on. */
interface Kept {
  readonly seed: number;
  readonly set?: number;
  readonly judged?: JudgedSet;
  readonly change?: string;
  /** Null: drift told the change alone. */
  readonly amiss?: string | null;
  readonly ms: number;
}

export const standIns: Part = {
  about:
    "`calibrate` against 200 sandboxes that each hide a random choice for every assumption and a random code and message for every outcome, with a person who does what is asked for: at least 95 % of what has a probe is to be found again, and nothing that is said may be wrong. Then each choice alone is changed in one of them, to each other choice: `drift` is to tell this one change and nothing else. A run that is cut goes on where it was, as long as no code changed.",
  run: async ({ seed, isShort, until }) => {
    const { kept, keep } = isShort ? { kept: [] as Kept[], keep: () => {} } : keptUnder(seed);
    const all = [...kept];
    const took = async (work: () => Promise<Omit<Kept, "seed" | "ms">>): Promise<void> => {
      const began = performance.now();
      const one = { seed, ...(await work()), ms: Math.round(performance.now() - began) };
      all.push(one);
      keep(one);
    };
    for (let set = seed; set < seed + (isShort ? SETS_SHORT : SETS) && Date.now() < until; set++)
      if (!all.some((one) => one.set === set)) await took(async () => ({ set, judged: await judgedSet(set) }));
    const hidden = unchanged(seed);
    const changes = singleChanges(hidden);
    let before: Calibration | undefined;
    for (const one of changes.slice(0, isShort ? CHANGES_SHORT : changes.length)) {
      const change = `${one.id}: ${one.to}`;
      if (Date.now() > until || all.some((other) => other.change === change)) continue;
      before ??= await calibratedOf(hidden);
      const known = before;
      await took(async () => ({ change, amiss: (await toldAmiss(hidden, known, one)) ?? null }));
    }
    return outcomeOf(all, { changes: changes.length });
  },
};

function outcomeOf(all: readonly Kept[], { changes }: { changes: number }) {
  const judged = all.flatMap((one) => one.judged ?? []);
  const changed = all.filter(({ change }) => change !== undefined);
  const sum = (of: (one: JudgedSet) => number): number => judged.reduce((total, one) => total + of(one), 0);
  const [asked, found] = [sum((one) => one.asked), sum((one) => one.found)];
  const wrong = judged.flatMap((one) => one.wrong);
  const amiss = changed.flatMap((one) => one.amiss ?? []);
  const findings: Finding[] = [
    ...wrong.map((what) => ({ what: `wrong: ${what}` })),
    ...amiss.map((what) => ({ what })),
  ];
  if (found < SHARE * asked) findings.push({ what: `${found} of ${asked} found: less than ${SHARE * 100} %` });
  const seconds = Math.round(all.reduce((total, { ms }) => total + ms, 0) / 1000);
  const figures: readonly (readonly [string, string | number])[] = [
    ["sets", judged.length],
    ["found again", `${found} of ${asked} (${((100 * found) / asked).toFixed(1)} %)`],
    ["not found", manyOf(judged.flatMap((one) => one.missed))],
    ["said and wrong", wrong.length],
    [
      "single changes that drift told, alone",
      `${changed.length - amiss.length} of ${changed.length} (there are ${changes})`,
    ],
    ["all pieces together took", `${seconds} s`],
  ];
  return { figures, findings };
}

/** How often each assumption was not found. */
function manyOf(missed: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const one of missed) {
    const id = one.split(": ")[1] ?? one;
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  const most = [...counts].sort(([, a], [, b]) => b - a);
  return most.map(([id, count]) => `${id} ${count}`).join(", ") || "nothing";
}

/** What earlier runs of the very same code found: this file is bundled with all that it runs. */
function keptUnder(seed: number): { readonly kept: readonly Kept[]; readonly keep: (one: Kept) => void } {
  const code = createHash("sha256")
    .update(readFileSync(fileURLToPath(import.meta.url)))
    .digest("hex")
    .slice(0, 16);
  const file = packagePath(`node_modules/.cache/payment-sandbox-bench/stand-ins-${code}.jsonl`);
  const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  mkdirSync(dirname(file), { recursive: true });
  return {
    kept: lines.map((line) => JSON.parse(line) as Kept).filter((one) => one.seed === seed),
    keep: (one) => appendFileSync(file, `${JSON.stringify(one)}\n`),
  };
}
