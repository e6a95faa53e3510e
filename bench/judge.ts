import { spawn } from "node:child_process";
import { mkdtempDisposableSync, readFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { bareServerRun, DRIVER, SHOP_OPTIONS } from "./judge-server.ts";
import { reportOf } from "./reports.ts";
import { at, median } from "./servers.ts";

// The built library, which is what users import; its types are those of the sources.
const { judge, startSandbox }: typeof import("../src/index.js") = await import(`${"../dist/index.js"}`);
const { shopDay } = await import(at("../examples/shops/skeleton.mjs"));
const SHOP = at("../examples/shops/right.mjs");
const { default: RightShop } = await import(SHOP);
const TIMES = new URL("judge-times.mjs", import.meta.url).href;

/** Bare runs and judged ones take turns, so that the machine's moods fall on both. */
const TURNS = Number(process.env.BENCH_TURNS ?? 10);
const BARE_RUNS_A_TURN = 8;
/** Under these the shop makes exactly the calls of a bare run. */
const LIKE_BARE = ["*/future/member-order", "*/future/extra-member"];
/** Each judgement begins with one. What follows it also plans the mutants. */
const DRY_RUNS = 1;
/** Sixty and more, lost answers and forged notices among them. */
const SALES = "sale#*";
/** How long the shop waits for an answer that never comes: that time is its own. */
const TIMEOUT_MS = 200;

/** How many mutants a second the judge runs, and what it adds to the bare run of the example shop. */
export async function judgeBench(): Promise<void> {
  console.log("\njudge, on examples/shops/right.mjs");
  await byTheLibrary();
  await byTheCommand();
  await byTheShop();
}

async function byTheLibrary(): Promise<void> {
  const all = await judge(libraryDay);
  const perSecond = (runsOf(all) / all.durationMs) * 1000;
  console.log(`  library   ${perSecond.toFixed(1)} mutants a second (at least 20), all ${runsOf(all)}`);
  await overTheShop({ name: "library", most: 3, turn: libraryTurn });
}

/** By the library CPU is measured, which other work on the machine leaves alone: from the start of a run to that of the next. */
async function libraryTurn(): Promise<Turn> {
  const bare: number[] = [];
  await withLanes(async (lane) => {
    const began = cpuMs();
    await libraryDay(lane);
    bare.push(cpuMs() - began);
  });
  const starts: number[] = [];
  await judge(
    (lane) => {
      starts.push(cpuMs());
      return libraryDay(lane);
    },
    { only: LIKE_BARE, jobs: 1 },
  );
  return { bare, judged: differences(starts.slice(DRY_RUNS)) };
}

export async function byTheCommand(): Promise<void> {
  const sales = await judgeCommand(["--only", SALES]);
  const seconds = sales.durationMs / 1000;
  const of60 = ((seconds / runsOf(sales)) * 60).toFixed(0);
  const jobs = availableParallelism();
  console.log(
    `  command   ${runsOf(sales)} mutants in ${seconds.toFixed(0)} s, ${jobs} jobs: 60 in ${of60} s (at most 120)`,
  );
  await overTheShop({
    name: "command",
    most: 100,
    turn: () => commandTurn({ bare: (lane, env) => ended([SHOP], { ...env, PAYMENT_SANDBOX_URL: lane.url }) }),
  });
}

/** Over the start and the time of the driver and of the shop, which the judge starts. */
export const byTheShop = (): Promise<void> =>
  overTheShop({
    name: "--shop",
    most: 150,
    turn: () => commandTurn({ bare: bareServerRun, options: SHOP_OPTIONS, program: DRIVER }),
  });

/** What passed between two runs of the shop, in milliseconds, without a judge and with one. */
interface Turn {
  readonly bare: readonly number[];
  readonly judged: readonly number[];
}

interface CommandTurn {
  readonly bare: (lane: Lane, env: NodeJS.ProcessEnv) => Promise<void>;
  readonly options?: readonly string[];
  readonly program?: string;
}

/** From the end of one run to the start of the next, in real time: both programs note it themselves. */
async function commandTurn({ bare, options = [], program = SHOP }: CommandTurn): Promise<Turn> {
  const timesOf = async (run: (env: NodeJS.ProcessEnv) => Promise<unknown>): Promise<readonly number[]> => {
    using folder = mkdtempDisposableSync(join(tmpdir(), "bench-judge-"));
    const file = join(folder.path, "times");
    await run({ ...process.env, BENCH_TIMED: program, BENCH_TIMES: file, NODE_OPTIONS: `--import=${TIMES}` });
    const runs = readFileSync(file, "utf8").trim().split("\n");
    const times = runs.map((line) => line.split(" ").map(Number) as [number, number]);
    return times.slice(DRY_RUNS).map(([began], n) => began - times[n]![1]);
  };
  const only = LIKE_BARE.flatMap((one) => ["--only", one]);
  return {
    bare: await timesOf((env) => withLanes((lane) => bare(lane, env))),
    judged: (await timesOf((env) => judgeCommand([...options, ...only, "--jobs", "1"], program, env))).slice(DRY_RUNS),
  };
}

type Lane = Pick<Awaited<ReturnType<Awaited<ReturnType<typeof startSandbox>>["lane"]>>, "url">;

/** Runs it in new lanes, which are made beforehand: a bare shop's sandbox is there already. */
async function withLanes(run: (lane: Lane) => Promise<unknown>): Promise<void> {
  await using sandbox = await startSandbox();
  const lanes = await Promise.all(Array.from({ length: BARE_RUNS_A_TURN }, (_, n) => sandbox.lane(`bare-${n}`)));
  for (const lane of lanes) await lane.clock.freeze();
  for (const lane of lanes) await run(lane);
}

const libraryDay = (lane: Lane) => shopDay(RightShop, { url: lane.url, timeoutMs: TIMEOUT_MS });

const differences = (all: readonly number[]): readonly number[] => all.slice(1).map((one, n) => one - all[n]!);

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

interface Part {
  readonly name: string;
  /** What a mutant may cost over a bare run, in milliseconds. */
  readonly most: number;
  readonly turn: () => Promise<Turn>;
}

async function overTheShop({ name, most, turn }: Part): Promise<void> {
  await turn(); // The first one compiles.
  const turns: Turn[] = [];
  for (let n = 0; n < TURNS; n++) turns.push(await turn());
  const [judged, bare] = [turns.flatMap((one) => one.judged), turns.flatMap((one) => one.bare)];
  const over = median(judged) - median(bare);
  const quartiles = quarter(judged) - quarter(bare);
  const spread = turns.map((one) => median(one.judged) - median(one.bare)).sort((a, b) => a - b);
  const [low, high] = [spread[0]!, spread.at(-1)!].map((ms) => ms.toFixed(1));
  console.log(
    `  ${name.padEnd(9)} ${over.toFixed(1)} ms a mutant over the shop (at most ${most}; ${low} to ${high} by turn; lower quartiles ${quartiles.toFixed(1)}), ${judged.length} mutants`,
  );
}

/** Hardly moved by other work on the machine, unlike the median. */
const quarter = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[Math.floor(all.length / 4)]!;

interface Judged {
  readonly durationMs: number;
  readonly counts: { readonly run: number; readonly pruned: number };
}

/** Without the dry run. */
const runsOf = ({ counts }: Judged): number => counts.run + counts.pruned;

const judgeCommand = (options: readonly string[], driver = SHOP, env?: NodeJS.ProcessEnv): Promise<Judged> =>
  reportOf(["judge", ...options, "--", process.execPath, driver], { ...(env && { env }), exits: [0] });

async function ended(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(process.execPath, args, { stdio: "ignore", env });
  const code = await new Promise((resolve) => child.once("close", resolve));
  if (code !== 0) throw new Error(`expected ${args.join(" ")} to end well, found exit ${code}`);
}
