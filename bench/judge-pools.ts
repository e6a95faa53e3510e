// npm run judge-pools [-- options]: holds what the judge finds with pools against what it finds with each mutant alone
// (`whole`), by the library, for the shops in examples/shops. Build first: it uses the built package.
//   --shop <name,…>  only these shops                 --seeds <n>  how many seeds (3)        --from <seed>  the first (1)
//   --base <folder>  a built checkout without pools, to set its runs and CPU beside those of this one, in turn
import { parseArgs } from "node:util";
import { graveOf, judgedByLibrary, scripts } from "./shops.ts";

interface Report {
  readonly findings: readonly { readonly verdict: string; readonly mutant: string; readonly operation: string }[];
  readonly practices: readonly { readonly id: string; readonly grave: boolean }[];
  readonly counts: { readonly pools?: number };
}

const { values } = parseArgs({
  options: {
    shop: { type: "string" },
    seeds: { type: "string", default: "3" },
    from: { type: "string", default: "1" },
    base: { type: "string" },
  },
});
/** So short that answers that never come cost little, and long enough for a busy machine. */
const TIMEOUT_MS = 2000;
const names = values.shop?.split(",") ?? scripts.map(([name]) => name);
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
  let runs = 0;
  const began = () => runs++;
  const before = process.cpuUsage();
  const options = { seed, whole, timeout: "6s" };
  const file = `examples/shops/${name}.mjs`;
  const report = await judgedByLibrary<Report>(file, options, { timeoutMs: TIMEOUT_MS, folder, began });
  const { user, system } = process.cpuUsage(before);
  const found = report?.findings.map(
    ({ verdict, operation, mutant }) => `${verdict} ${operation} ${mutant.split("/")[1]}`,
  );
  const all = new Set([...(found ?? []), ...graveOf(report)]);
  return { runs, cpuS: (user + system) / 1e6, found: all, pools: report?.counts.pools ?? 0 };
}
