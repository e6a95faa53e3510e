// npm run judge-shops [-- --seeds <n>] [--from <seed>] [--shop <name,…>] [--by <library|command>]: holds the judge to examples/shops.
// Build first: it uses the built package.
// By the library over 100 seeds: the right shop by all its mutants, the wrong ones by those that are enough. By the command over two.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

interface Report {
  readonly findings: readonly { readonly verdict: string; readonly mutant: string; readonly why: string }[];
  readonly manners: readonly { readonly id: string; readonly grave: boolean }[];
  readonly counts: { readonly run: number };
}

const NOTHING: Report = { findings: [], manners: [], counts: { run: 0 } };

/** Of the built package and of plain files: their types are not looked for. */
const load = (file: string) => import(pathToFileURL(resolve(file)).href);
const { judge, DryRunFailed } = await load("dist/index.js");
const { shopDay } = await load("examples/shops/skeleton.mjs");
const expected: Record<string, { readonly finds: string | null; readonly manner?: string; readonly at: string }> =
  JSON.parse(readFileSync("examples/shops/expected.json", "utf8"));
const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "100" },
    from: { type: "string", default: "1" },
    shop: { type: "string" },
    by: { type: "string" },
  },
});
const isAsked = (name: string): boolean => values.shop === undefined || values.shop.split(",").includes(name);
const shops = Object.entries(expected).filter(([name]) => isAsked(name));
const [first, last] = [Number(values.from), Number(values.from) + Number(values.seeds) - 1];
let wrong = 0;
/** How long a shop waits for an answer: short where answers never come, else so long that a busy machine is no lost answer. */
const SHORT_MS = 1000;
const PATIENT_MS = 30_000;

for (const [name, { finds: verdict, manner, at }] of values.by === "command" ? [] : shops) {
  const finds = verdict ?? manner ?? null;
  const { default: Kind } = await load(`examples/shops/${name}.mjs`);
  const only = finds === null ? undefined : at;
  const timeoutMs = only === undefined || only.endsWith("no-response") ? SHORT_MS : PATIENT_MS;
  const began = performance.now();
  let mutants = 0;
  for (let seed = first; seed <= last; seed++) {
    const day = (lane: { readonly url: string }) => shopDay(Kind, { url: lane.url, timeoutMs });
    const report = await byTheLibrary(day, { seed, only });
    mutants += report?.counts.run ?? 0;
    tell(`${name}, seed ${seed}`, finds, report);
  }
  const seconds = (performance.now() - began) / 1000;
  console.log(
    `${name}: seeds ${first} to ${last} by the library, ${mutants} mutants, ${(mutants / seconds).toFixed(1)} a second`,
  );
}

const others = [
  { name: "right.py", command: ["python3", "examples/shops/right.py"] },
  { name: "right.php", command: ["php", "examples/shops/right.php"] },
].filter(({ name, command: [program = ""] }) => {
  const isHere = spawnSync(program, ["--version"]).status === 0;
  if (!isHere) console.log(`${name}: skipped, there is no ${program}`);
  return isHere && isAsked(name);
});
const node = shops.map(([name, { finds, manner, at }]) => ({
  name,
  finds: finds ?? manner ?? null,
  at,
  command: ["node", `examples/shops/${name}.mjs`],
}));
const all = [...node, ...others.map((one) => ({ ...one, finds: null, at: "" }))];
for (const { name, finds, at, command } of values.by === "library" ? [] : all)
  for (const seed of [1, 2]) {
    const isPatient = finds !== null && !at.endsWith("no-response");
    const env = { ...process.env, ...(isPatient && { SHOP_TIMEOUT_MS: String(PATIENT_MS) }) };
    const report = await byCommand(command, env, ["--seed", String(seed), ...(finds === null ? [] : ["--only", at])]);
    tell(`${name} by the command, seed ${seed}`, finds, report);
    console.log(`${name}: seed ${seed} by the command, ${report.counts.run} mutants`);
  }
console.log(wrong === 0 ? "each mistake was found, and no right shop was accused" : `${wrong} wrong`);
process.exitCode = wrong === 0 ? 0 : 1;

/** Undefined where the dry run failed. */
async function byTheLibrary(day: unknown, options: object): Promise<Report | undefined> {
  try {
    return await judge(day, options);
  } catch (error) {
    if (!(error instanceof DryRunFailed)) throw error;
    console.log((error as Error).message);
    return undefined;
  }
}

function tell(where: string, finds: string | null, { findings, manners }: Report = NOTHING): void {
  const grave = manners.filter((manner) => manner.grave).map(({ id }) => id);
  const found = [...findings.map(({ verdict }) => verdict), ...grave];
  if (finds === null ? found.length === 0 : found.includes(finds)) return;
  wrong++;
  console.log(`${where}: expected ${finds ?? "nothing"}, found ${found.join(", ") || "nothing"}`);
  if (finds === null) for (const { verdict, mutant, why } of findings) console.log(`  ${verdict} ${mutant}: ${why}`);
}

async function byCommand(
  command: readonly string[],
  env: NodeJS.ProcessEnv,
  options: readonly string[],
): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), "judge-shops-"));
  const file = join(folder, "judge.json");
  const args = ["judge", "--report", `json=${file}`, ...options, "--", ...command];
  try {
    await new Promise((resolve) =>
      spawn(process.execPath, ["bin/payment-sandbox.js", ...args], { stdio: "ignore", env }).once("close", resolve),
    );
    return JSON.parse(readFileSync(file, "utf8"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
