import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { packagePath } from "../../src/package/files.js";
import type { Calibration } from "../../src/server/options/calibration.js";
import { type Hidden, hiddenSet } from "../../test/support/stand-in.js";
import {
  calibratedOf,
  driftOfEqual,
  type JudgedLog,
  type JudgedSet,
  judgedAlone,
  judgedListening,
  judgedLog,
  judgedNoise,
  judgedSet,
  singleChanges,
  toldAmiss,
  unchanged,
  unseenAlien,
} from "../../test/support/stand-in-sets.js";
import { aliens } from "./aliens.js";
import type { Finding, Part } from "./part.js";
import { unexplainedWalks } from "./walks.js";

const SETS = 200;
const SETS_SHORT = 2;
/** Services that disturb, services in which nothing changes, and random calls to services with hidden choices. */
const NOISY = 20;
const EQUAL = 20;
const WALKED = 20;
const CHANGES_SHORT = 1;
/** What is to be found again of what has a probe. */
const SHARE = 0.95;
/** The same with notifications and without a person. */
const SHARE_WITHOUT_PERSON = 0.85;
/** What a log is to settle of what it touches. */
const LOG_SHARE = 0.6;

/** What came of one set, or of one change of a choice; kept, so that a run that was cut goes on. */
interface Kept {
  readonly seed: number;
  readonly set?: number;
  readonly judged?: JudgedSet;
  readonly alone?: JudgedSet;
  /** Without a person, and with `--listen`. */
  readonly listening?: JudgedSet;
  readonly log?: JudgedLog;
  /** Alone, going on from what the log settled. */
  readonly afterLog?: JudgedSet;
  /** `noise 1`, `equal 1`, or an alien's name; with what was said wrongly, or not told. */
  readonly trial?: string;
  readonly wrongly?: readonly string[];
  readonly change?: string;
  /** Null: drift told the change alone. */
  readonly amiss?: string | null;
  readonly ms: number;
}

export const standIns: Part = {
  about:
    "`calibrate` against 200 sandboxes that each hide a random choice for every assumption and a random code and message for every outcome, with a person who does what is asked for: at least 95 % of what has a probe is to be found again, and nothing that is said may be wrong. The same with notifications and without a person, without both, from a log of 200 ordinary calls, and without a person after that log. Twenty services answer every twentieth call with 5xx, a refusal, 429 or not in time, each: nothing wrong may be said, no finding and no drift come of it. In twenty services nothing changes: no drift. Twenty are called at random (fast-check draws and shrinks the calls): the report of `compare` makes a fresh sandbox answer alike. Thirty-three differ in one thing that no choice makes: drift is to tell each. Then each choice alone is changed in one of them, to each other choice: `drift` is to tell this one change and nothing else. A run that is cut goes on where it was, as long as no code changed. `--share 1/2` takes half of the pieces; a run of all then merges them.",
  run: async ({ seed, isShort, share, until }) => {
    const { kept, keep } = isShort ? { kept: [] as Kept[], keep: () => {} } : keptUnder(seed);
    const all = [...kept];
    const isMine = (i: number): boolean => i % share.of === share.index - 1;
    const took = async (work: () => Promise<Omit<Kept, "seed" | "ms">>): Promise<void> => {
      const began = performance.now();
      const one = { seed, ...(await work()), ms: Math.round(performance.now() - began) };
      all.push(one);
      keep(one);
    };
    const trials = isShort ? trialsOf(seed).slice(0, 1) : trialsOf(seed);
    // In turn, so that a run that is cut has seen something of each kind.
    for (let i = 0; i < (isShort ? SETS_SHORT : SETS) && Date.now() < until; i++) {
      if (!isMine(i)) continue;
      const set = seed + i;
      if (!all.some((one) => one.set === set)) await took(() => judgedAll(set));
      const trial = trials[i];
      if (trial && !all.some((one) => one.trial === trial[0]))
        await took(async () => ({ trial: trial[0], wrongly: await trial[1]() }));
    }
    const hidden = unchanged(seed);
    const changes = singleChanges(hidden);
    let before: Calibration | undefined;
    for (const [i, one] of changes.slice(0, isShort ? CHANGES_SHORT : changes.length).entries()) {
      if (!isMine(i)) continue;
      const change = `${one.id}: ${one.to}`;
      if (Date.now() > until || all.some((other) => other.change === change)) continue;
      before ??= await calibratedOf(hidden);
      const known = before;
      await took(async () => ({ change, amiss: (await toldAmiss(hidden, known, one)) ?? null }));
    }
    return outcomeOf(all, { changes: changes.length });
  },
};

async function judgedAll(set: number): Promise<Omit<Kept, "seed" | "ms">> {
  const [judged, listening, alone] = [await judgedSet(set), await judgedListening(set), await judgedAlone(set)];
  const { calibration, ...log } = await judgedLog(set);
  return { set, judged, listening, alone, log, afterLog: await judgedAlone(set, calibration) };
}

/** By name: what each must not say, or must not leave unsaid. */
function trialsOf(seed: number): readonly (readonly [string, () => Promise<readonly string[]>])[] {
  const told = aliens.map(
    (alien) => [alien.name, async () => [await unseenAlien(alien)].filter((one) => one !== undefined)] as const,
  );
  const noise = Array.from({ length: NOISY }, (_, i) => [`noise ${i}`, () => judgedNoise(seed + i)] as const);
  const equal = Array.from({ length: EQUAL }, (_, i) => [`equal ${i}`, () => driftOfEqual(seed + i)] as const);
  const walked = Array.from({ length: WALKED }, (_, i) => [`walk ${i}`, () => unexplainedWalks(seed + i)] as const);
  return told.flatMap((alien, i) => [alien, noise[i], equal[i], walked[i]].filter((one) => one !== undefined));
}

function outcomeOf(all: readonly Kept[], { changes }: { changes: number }) {
  const sets = all.filter(({ set }) => set !== undefined);
  const modes = {
    person: sets.flatMap((one) => one.judged ?? []),
    listening: sets.flatMap((one) => one.listening ?? []),
    alone: sets.flatMap((one) => one.alone ?? []),
    afterLog: sets.flatMap((one) => one.afterLog ?? []),
  };
  const logs = sets.flatMap((one) => one.log ?? []);
  const changed = all.filter(({ change }) => change !== undefined);
  const trials = all.filter(({ trial }) => trial !== undefined);
  const trialOf = (kind: RegExp) => {
    const some = trials.filter(({ trial }) => kind.test(trial!));
    return `${some.filter((one) => one.wrongly?.length === 0).length} of ${some.length}`;
  };
  const wrongOf = (some: readonly { readonly wrong: readonly string[] }[]) => some.flatMap(({ wrong }) => wrong);
  const wrong = wrongOf([...Object.values(modes).flat(), ...logs]);
  const amiss = changed.flatMap((one) => one.amiss ?? []);
  const [found, asked] = [sumOf(modes.person, "found"), sumOf(modes.person, "asked")];
  const [settled, touched] = [sumOf(logs, "settled"), sumOf(logs, "touched")];
  const findings: Finding[] = [
    ...wrong.map((what) => ({ what: `wrong: ${what}` })),
    ...amiss.map((what) => ({ what })),
    ...trials.flatMap((one) => one.wrongly ?? []).map((what) => ({ what })),
  ];
  if (found < SHARE * asked) findings.push({ what: `${found} of ${asked} found: less than ${SHARE * 100} %` });
  const [heard, heardOf] = [sumOf(modes.listening, "found"), sumOf(modes.listening, "asked")];
  if (heard < SHARE_WITHOUT_PERSON * heardOf)
    findings.push({ what: `${heard} of ${heardOf} found without a person: less than ${SHARE_WITHOUT_PERSON * 100} %` });
  if (settled < LOG_SHARE * touched)
    findings.push({ what: `${settled} of ${touched} settled by logs: less than ${LOG_SHARE * 100} %` });
  const choices = chosenIn(hiddenSet(1));
  const inAll = (some: readonly { readonly found: number }[]) => shareOf(sumOf(some, "found"), some.length * choices);
  const figures: readonly (readonly [string, string | number])[] = [
    ["sets", sets.length],
    [`choices in a set, and with a probe`, `${choices}, ${modes.person[0]?.asked ?? 0}`],
    ["with a person and `--listen`: of those with a probe", shareOf(found, asked)],
    ["with a person and `--listen`: of all choices", inAll(modes.person)],
    ["with a person: not found", manyOf(modes.person.flatMap((one) => one.missed))],
    [
      "with `--listen`, without a person: of those with a probe",
      shareOf(sumOf(modes.listening, "found"), sumOf(modes.listening, "asked")),
    ],
    ["with `--listen`, without a person: of all choices", inAll(modes.listening)],
    ["with `--listen`, without a person: not found", manyOf(modes.listening.flatMap((one) => one.missed))],
    ["alone: of those with a probe", shareOf(sumOf(modes.alone, "found"), sumOf(modes.alone, "asked"))],
    ["alone: of all choices", inAll(modes.alone)],
    ["alone: not found", manyOf(modes.alone.flatMap((one) => one.missed))],
    ["a log of 200 calls: of those that it touches", shareOf(settled, touched)],
    ["a log of 200 calls: of all choices", shareOf(settled, logs.length * choices)],
    [
      "alone, after a log: of those with a probe",
      shareOf(sumOf(modes.afterLog, "found"), sumOf(modes.afterLog, "asked")),
    ],
    [
      "said and wrong: with a person, with `--listen`, alone, from the log, alone after the log",
      [modes.person, modes.listening, modes.alone, logs, modes.afterLog].map((some) => wrongOf(some).length).join(", "),
    ],
    ["disturbed services of which nothing wrong was said", trialOf(/^noise \d/)],
    ["equal services without drift", trialOf(/^equal \d/)],
    ["random calls that the report of `compare` explains", trialOf(/^walk \d/)],
    ["services that differ in one thing and were told", trialOf(/^(?!(?:noise|equal|walk) \d)/)],
    [
      "single changes that drift told, alone",
      `${changed.length - amiss.length} of ${changed.length} (there are ${changes})`,
    ],
    ["all pieces together took", `${Math.round(sumOf(all, "ms") / 1000)} s`],
  ];
  return { figures, findings };
}

const sumOf = <K extends string>(all: readonly Readonly<Record<K, number>>[], name: K): number =>
  all.reduce((total, one) => total + one[name], 0);

const shareOf = (part: number, whole: number): string =>
  `${part} of ${whole}${whole === 0 ? "" : ` (${((100 * part) / whole).toFixed(1)} %)`}`;

const chosenIn = ({ assumptions }: Hidden): number => Object.keys(assumptions).length;

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
