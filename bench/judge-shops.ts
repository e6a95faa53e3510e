// npm run judge-shops [-- options]: holds the judge to examples/shops. Build first: it uses the built package.
//   --seeds <n>      how many seeds (100 by the library, 10 by the command)      --from <seed>   the first seed (1)
//   --shop <name,…>  only these shops                                            --by <library|command>
//   --sample <n>     of a right shop, each seed runs one in so many of its mutants (20 by the library, 10 by the command);
//                    by the library, the first seed runs all
//   --table          writes the result into docs/proving.md
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { type Row, tableWith } from "./judge-shops-table.ts";
import { reportOf } from "./reports.ts";

interface Report {
  readonly findings: readonly { readonly verdict: string; readonly mutant: string; readonly why: string }[];
  readonly practices: readonly { readonly id: string; readonly grave: boolean }[];
  readonly mutants: readonly { readonly id: string }[];
  readonly counts: { readonly run: number };
}

interface Shop {
  readonly name: string;
  readonly command: readonly string[];
  /** A verdict or a practice; null: it is right. */
  readonly finds: string | null;
  /** The mutants that are enough to see it. */
  readonly at: string;
}

/** A row of `expected.json`. */
interface Expected {
  readonly finds: string | null;
  readonly practice?: string;
  /** What is wrong already in the first run. */
  readonly firstRun?: string;
  readonly at: string;
}

/** Of the built package and of plain files: their types are not looked for. */
const load = (file: string) => import(pathToFileURL(resolve(file)).href);
const { judge, DryRunFailed } = await load("dist/index.js");
const { shopDay } = await load("examples/shops/skeleton.mjs");
const { values } = parseArgs({
  options: {
    seeds: { type: "string" },
    from: { type: "string", default: "1" },
    shop: { type: "string" },
    by: { type: "string" },
    sample: { type: "string" },
    table: { type: "boolean", default: false },
  },
});
/** How long a shop waits for an answer: short where answers never come, else so long that a busy machine is no lost answer. */
const SHORT_MS = 1000;
const PATIENT_MS = 30_000;
const COMMAND_SEEDS = 10;
const LIBRARY_SEEDS = 100;
let wrong = 0;

const shops = shopsThatAreHere().filter(({ name }) => values.shop?.split(",").includes(name) ?? true);
const isNode = ({ command }: Shop): boolean => command[0] === "node";
if (values.by !== "command") for (const shop of shops.filter(isNode)) await hold(shop, "library", byTheLibrary);
if (values.by !== "library") for (const shop of shops) await hold(shop, "command", byTheCommand);
console.log(wrong === 0 ? "each mistake was found, and no right shop was accused" : `${wrong} wrong`);
process.exitCode = wrong === 0 ? 0 : 1;

/** The mutants to run. */
interface Ask {
  readonly only?: readonly string[];
  readonly budget?: string;
}

type Run = (shop: Shop, seed: number, ask: Ask) => Promise<Report | undefined>;

/** Judges a shop by many seeds, and tells what came of it. */
async function hold(shop: Shop, by: "library" | "command", run: Run): Promise<void> {
  const { name, finds, at } = shop;
  const first = Number(values.from);
  const last = first + Number(values.seeds ?? (by === "library" ? LIBRARY_SEEDS : COMMAND_SEEDS)) - 1;
  const part = Number(values.sample ?? (by === "library" ? 20 : 10));
  // A run by the command is slow: there the first seed only plans.
  const begin: Ask = finds !== null ? { only: [at] } : by === "library" ? {} : { budget: "1ms" };
  let [mutants, right, all] = [0, 0, [] as readonly string[]];
  if (by === "command" && finds === null) all = idsOf(await run(shop, first, begin));
  for (let seed = first; seed <= last; seed++) {
    const report = await run(
      shop,
      seed,
      finds !== null || all.length === 0 ? begin : { only: partOf(all, seed, part) },
    );
    if (all.length === 0) all = idsOf(report);
    mutants += report?.counts.run ?? 0;
    if (isAsExpected(`${name}, seed ${seed}, by the ${by}`, finds, report)) right++;
  }
  const runs = last - first + 1;
  const result = finds === null ? `accused in ${runs - right} of ${runs}` : `found in ${right} of ${runs}`;
  const parts =
    by === "library"
      ? `all mutants by the first seed, one in ${part} by the others`
      : `one in ${part} of the mutants each`;
  const sampled = finds === null && runs > 1 ? `; ${parts}` : "";
  tell({ shop: name, how: `by the ${by}`, runs: `seeds ${first} to ${last}${sampled}`, mutants, result });
}

function idsOf(report: Report | undefined): readonly string[] {
  return report?.mutants.map(({ id }) => id) ?? [];
}

/** Another part of the mutants by each seed, with the second faults of those that are in it. */
function partOf(all: readonly string[], seed: number, part: number): readonly string[] {
  const ids = all.filter((_, i) => (i + seed) % part === 0);
  const hasSeconds = all.some((id) => id.includes("+"));
  return hasSeconds ? ids : ids.flatMap((id) => [id, ...(id.endsWith("/connection-reset") ? [`${id}+*`] : [])]);
}

function tell(row: Row): void {
  console.log(Object.values(row).join(" | "));
  if (!values.table) return;
  const commit = spawnSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).stdout.trim();
  const file = "docs/proving.md";
  writeFileSync(file, tableWith(readFileSync(file, "utf8"), { ...row, commit }));
}

/** Undefined where the dry run failed. */
async function byTheLibrary({ name, at, finds }: Shop, seed: number, ask: Ask) {
  const { default: Kind } = await load(`examples/shops/${name}.mjs`);
  const timeoutMs = isPatient({ finds, at }) ? PATIENT_MS : SHORT_MS;
  try {
    return await judge((lane: { readonly url: string }) => shopDay(Kind, { url: lane.url, timeoutMs }), {
      seed,
      ...ask,
    });
  } catch (error) {
    if (!(error instanceof DryRunFailed)) throw error;
    console.log((error as Error).message);
    return undefined;
  }
}

function byTheCommand({ command, at, finds }: Shop, seed: number, { only = [], budget }: Ask): Promise<Report> {
  const options = [
    ...["--seed", String(seed), ...only.flatMap((one) => ["--only", one])],
    ...(budget === undefined ? [] : ["--budget", budget]),
  ];
  const env = isPatient({ finds, at }) ? { SHOP_TIMEOUT_MS: String(PATIENT_MS) } : {};
  return reportOf(["judge", ...options, "--", ...command], { env });
}

function isPatient({ finds, at }: Pick<Shop, "finds" | "at">): boolean {
  return finds !== null && !at.endsWith("no-response");
}

function isAsExpected(where: string, finds: string | null, report: Report | undefined): boolean {
  const grave = report?.practices.filter((practice) => practice.grave).map(({ id }) => id) ?? [];
  const found = [...(report?.findings.map(({ verdict }) => verdict) ?? []), ...grave];
  if (report && (finds === null ? found.length === 0 : found.includes(finds))) return true;
  wrong++;
  console.log(`${where}: expected ${finds ?? "nothing"}, found ${found.join(", ") || "nothing"}`);
  if (finds === null)
    for (const { verdict, mutant, why } of report?.findings ?? []) console.log(`  ${verdict} ${mutant}: ${why}`);
  return false;
}

/** The shops of `expected.json`, and the right one in other languages. */
function shopsThatAreHere(): readonly Shop[] {
  const expected: Record<string, Expected> = JSON.parse(readFileSync("examples/shops/expected.json", "utf8"));
  // The tests judge those whose first run is wrong.
  const judged = Object.entries(expected).filter(([, { firstRun }]) => firstRun === undefined);
  const others = [
    { name: "right.py", command: ["python3", "examples/shops/right.py"] },
    { name: "right.php", command: ["php", "examples/shops/right.php"] },
  ].filter(({ command: [program = ""] }) => spawnSync(program, ["--version"]).status === 0);
  return [
    ...judged.map(([name, { finds, practice, at }]) => ({
      name,
      command: ["node", `examples/shops/${name}.mjs`],
      finds: finds ?? practice ?? null,
      at,
    })),
    ...others.map((one) => ({ ...one, finds: null, at: "" })),
  ];
}
