// npm run judge-pools [-- options]: holds what the judge finds with pools against what it finds with each mutant alone
// (`whole`), by the library, for the shops in examples/shops. Build first: it uses the built package.
//   --shop <name,…>  only these shops                 --seeds <n>  how many seeds (3)        --from <seed>  the first (1)
//   --base <folder>  a built checkout without pools, to set its runs and CPU beside those of this one, in turn
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

interface Report {
  readonly findings: readonly { readonly verdict: string; readonly mutant: string; readonly operation: string }[];
  readonly practices: readonly { readonly id: string; readonly grave: boolean }[];
  readonly counts: { readonly run: number; readonly planned: number; readonly pools?: number };
}

const load = (file: string) => import(pathToFileURL(resolve(file)).href);
const { values } = parseArgs({
  options: {
    shop: { type: "string" },
    seeds: { type: "string", default: "3" },
    from: { type: "string", default: "1" },
    base: { type: "string" },
  },
});
const { shopDay } = await load("examples/shops/skeleton.mjs");
/** So short that answers that never come cost little, and long enough for a busy machine. */
const TIMEOUT_MS = 2000;
const expected: Record<string, { readonly firstRun?: string; readonly acts?: unknown }> = JSON.parse(
  readFileSync("examples/shops/expected.json", "utf8"),
);
const names = values.shop?.split(",") ?? Object.keys(expected).filter((name) => expected[name]!.firstRun === undefined);
let different = 0;
for (const name of names)
  for (let seed = Number(values.from); seed < Number(values.from) + Number(values.seeds); seed++)
    await compare(name, seed);
console.log(different === 0 ? "the same with pools" : `${different} differ`);
process.exitCode = different === 0 ? 0 : 1;

async function compare(name: string, seed: number): Promise<void> {
  const base = values.base === undefined ? undefined : await judged(values.base, name, seed, false);
  const pooled = await judged(".", name, seed, false);
  const whole = await judged(".", name, seed, true);
  const before = base && ` instead of ${base.runs} runs, ${base.cpuS.toFixed(1)} s of CPU`;
  const missing = [...whole.found].filter((one) => !pooled.found.has(one));
  const more = [...pooled.found].filter((one) => !whole.found.has(one));
  console.log(
    `${name}, seed ${seed}: ${pooled.runs} runs, ${pooled.cpuS.toFixed(1)} s of CPU${before ?? ""}; ${pooled.pools} pools; ${whole.runs} runs alone; ${whole.found.size} found`,
  );
  if (missing.length + more.length === 0) return;
  different++;
  console.log(`  missing: ${missing.join(", ") || "nothing"}; more: ${more.join(", ") || "nothing"}`);
}

/** Where the shop runs in this process too, its CPU counts as well. */
async function judged(folder: string, name: string, seed: number, whole: boolean) {
  const { judge, DryRunFailed } = await load(`${folder}/dist/index.js`);
  const { default: Kind } = await load(`examples/shops/${name}.mjs`);
  let runs = 0;
  const shop = (lane: { readonly url: string }) => {
    runs++;
    return shopDay(Kind, { url: lane.url, timeoutMs: TIMEOUT_MS });
  };
  const before = process.cpuUsage();
  const report: Report = await judge(shop, { seed, whole, timeout: "6s" }).catch((error: unknown) => {
    if (!(error instanceof DryRunFailed)) throw error;
    return { findings: [], practices: [], counts: { run: 0, planned: 0 } };
  });
  const { user, system } = process.cpuUsage(before);
  const grave = report.practices.filter((practice) => practice.grave).map(({ id }) => id);
  const found = report.findings.map(
    ({ verdict, operation, mutant }) => `${verdict} ${operation} ${mutant.split("/")[1]}`,
  );
  return { runs, cpuS: (user + system) / 1e6, found: new Set([...found, ...grave]), pools: report.counts.pools ?? 0 };
}
