import { execFileSync, spawnSync } from "node:child_process";
import { baseCheckout, built } from "./base-checkout.ts";
import { median } from "./ratios.ts";
import { at } from "./servers.ts";

/** What is compared with: the last build before lanes became cheap. `BENCH_BASE` names another checkout or revision. */
const BASE = process.env.BENCH_BASE ?? "9d24762f";
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);

/** What one test costs, by part: figures of `test-cost-run.mjs`, and how much of the base's they may be. */
const figures = [
  ["start", "`import` and `startSandbox`", "ms", 0.5],
  ["firstLane", "the first lane", "ms", undefined],
  ["firstCall", "the first call", "ms", 0.35],
  ["call", "calls 2 to 100, each", "ms", 0.7],
  ["lane", "a lane", "ms", 0.15],
  ["suite", "a test of five calls with a lane of its own, of 5,000", "ms", 0.5],
  ["file", "a file with one call, in a process of its own as `node --test` makes it", "ms", 0.5],
  ["rest", "memory of a lane at rest", "kB", 1],
] as const;

type Run = Readonly<Record<"start" | "firstLane" | "firstCall" | "call" | "lane" | "suite" | "file", Cost>> & {
  readonly rest: number;
};
interface Cost {
  readonly cpuMs: number;
  readonly wallMs: number;
}

/** The library in a test's process, this build and an older one in turn: where a suite's time goes before code is warm. */
export async function testCost(): Promise<void> {
  const folders = { base: baseCheckout(BASE), here: built(at("..")) };
  const runs = { base: [] as Run[], here: [] as Run[] };
  const sides = ["base", "here"] as const;
  for (let round = 0; round < ROUNDS; round++)
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) runs[side].push(runOf(folders[side]));
  console.log(`\ntest cost: ${BASE}, this build and their ratio, CPU and wall, medians of ${ROUNDS}`);
  for (const [name, about, unit, wanted] of figures) {
    const of = (side: "base" | "here", what: "cpuMs" | "wallMs"): readonly number[] =>
      runs[side].map((run) => (name === "rest" ? run.rest : run[name][what]));
    const columns = (name === "rest" ? (["cpuMs"] as const) : (["cpuMs", "wallMs"] as const)).map((what) => {
      const [base, here] = [of("base", what), of("here", what)];
      const ratio = median(here.map((value, n) => value / base[n]!));
      return `${text(median([...base]))} → ${text(median([...here]))} ${unit} ${ratio.toFixed(2)}`;
    });
    console.log(`  ${about}: ${columns.join("; wall ")}${wanted === undefined ? "" : ` (wanted ${wanted})`}`);
  }
}

const text = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(2));

const runOf = (folder: string): Run =>
  Object.assign(
    {},
    ...["parts", "suite", "rest"].map((part) =>
      JSON.parse(
        execFileSync(process.execPath, ["--expose-gc", at("test-cost-run.mjs"), folder, part], {
          encoding: "utf8",
          stdio: ["ignore", "pipe", "inherit"],
        }),
      ),
    ),
    { file: fileOf(folder) },
  );

/** The second file of a run: the first one starts the sandbox that they share. */
function fileOf(folder: string): Cost {
  const env = { ...process.env, NODE_TEST_CONTEXT: "child-v8" };
  const [, second] = Array.from({ length: 2 }, () =>
    spawnSync(process.execPath, [at("test-cost-file.mjs"), folder], { encoding: "utf8", env }),
  );
  if (second!.status !== 0) throw new Error(`expected a test that passes, found ${second!.stdout}${second!.stderr}`);
  return JSON.parse(second!.stderr);
}
