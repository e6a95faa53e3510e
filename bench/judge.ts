import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { at, median } from "./servers.ts";

// The built library, which is what users import; its types are those of the sources.
const { judge, startSandbox }: typeof import("../src/index.js") = await import(`${"../dist/index.js"}`);
const { shopDay } = await import(at("../examples/shops/skeleton.mjs"));
const SHOP = at("../examples/shops/right.mjs");
const { default: RightShop } = await import(SHOP);

/** Bare runs and judged ones take turns, so that the machine's moods fall on both. */
const TURNS = 3;
const BARE_RUNS_A_TURN = 10;
/** Under these the shop makes the calls of a bare run and some more, and waits for nothing. */
const LIKE_BARE = "*/notice/*";
/** Sixty and more, lost answers and forged notices among them. */
const SALES = "sale#*";
/** How long the shop waits for an answer that never comes: that time is its own. */
const TIMEOUT_MS = 200;

/** How many mutants a second the judge runs, and what it adds to the bare run of the example shop. */
export async function judgeBench(): Promise<void> {
  console.log("\njudge, on examples/shops/right.mjs");
  await byTheLibrary();
  await byTheCommand();
}

async function byTheLibrary(): Promise<void> {
  const day = (lane: { readonly url: string }) => shopDay(RightShop, { url: lane.url, timeoutMs: TIMEOUT_MS });
  const all = await judge(day);
  const perSecond = (runsOf(all) / all.durationMs) * 1000;
  console.log(`  library   ${perSecond.toFixed(1)} mutants a second (at least 20), all ${runsOf(all)}`);
  await compare({ name: "library", most: 10, bare: day, judged: (only) => judge(day, { only, jobs: 1 }) });
}

async function byTheCommand(): Promise<void> {
  const sales = await judgeCommand(["--only", SALES]);
  const seconds = sales.durationMs / 1000;
  const of60 = ((seconds / runsOf(sales)) * 60).toFixed(0);
  const jobs = availableParallelism();
  console.log(
    `  command   ${runsOf(sales)} mutants in ${seconds.toFixed(0)} s, ${jobs} jobs: 60 in ${of60} s (at most 120)`,
  );
  await compare({
    name: "command",
    most: 150,
    bare: ({ url }) => ended([SHOP], { ...process.env, PAYMENT_SANDBOX_URL: url }),
    judged: (only) => judgeCommand(["--only", only, "--jobs", "1"]),
  });
}

interface Sides {
  readonly name: string;
  readonly bare: (lane: { readonly url: string }) => Promise<unknown>;
  readonly judged: (only: string) => Promise<Judged>;
  /** What a mutant may cost over a bare run, in milliseconds. */
  readonly most: number;
}

async function compare({ name, bare, judged, most }: Sides): Promise<void> {
  await using sandbox = await startSandbox();
  const [bareMs, judgedMs, over]: [number[], number[], number[]] = [[], [], []];
  for (let turn = 0; turn < TURNS; turn++) {
    const took: number[] = [];
    for (let n = 0; n < BARE_RUNS_A_TURN; n++) {
      const lane = await sandbox.lane(`bare-${turn}-${n}`);
      await lane.clock.freeze();
      const began = performance.now();
      await bare(lane);
      took.push(performance.now() - began);
    }
    const report = await judged(LIKE_BARE);
    bareMs.push(median(took));
    judgedMs.push(report.durationMs / runsOf(report));
    over.push(judgedMs[turn]! - bareMs[turn]!);
  }
  const [a, b, c] = [judgedMs, bareMs, over].map((all) => median(all).toFixed(0));
  console.log(`  ${name.padEnd(9)} ${a} ms a mutant, a bare run ${b} ms: ${c} ms over (under ${most})`);
}

interface Judged {
  readonly durationMs: number;
  readonly counts: { readonly run: number; readonly pruned: number };
}

/** The dry run is not counted, its time is. */
const runsOf = ({ counts }: Judged): number => counts.run + counts.pruned;

async function judgeCommand(options: readonly string[]): Promise<Judged> {
  const folder = mkdtempSync(join(tmpdir(), "bench-judge-"));
  const file = join(folder, "judge.json");
  const shop = ["--", process.execPath, SHOP];
  try {
    await ended(
      [at("../bin/payment-sandbox.js"), "judge", "--report", `json=${file}`, ...options, ...shop],
      process.env,
    );
    return JSON.parse(readFileSync(file, "utf8"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function ended(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(process.execPath, args, { stdio: "ignore", env });
  const code = await new Promise((resolve) => child.once("close", resolve));
  if (code !== 0) throw new Error(`expected ${args.join(" ")} to end well, found exit ${code}`);
}
