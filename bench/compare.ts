import { parseArgs } from "node:util";
import { baseCheckout, built } from "./base-checkout.ts";
import { bodiesFor } from "./caller.ts";
import { coreOfServers } from "./cores.ts";
import { median, type Ratio, ratioOf } from "./ratios.ts";
import { FIGURES, type Figure, type Rate, type Rates, type Round, roundOf, type Side, sides } from "./rounds.ts";
import { at } from "./servers.ts";

/** Of fewer rounds an interval says too little. */
const LEAST_ROUNDS = 15;
/**
 * `--quick`: a gate that runs with each change. Only what each of the rounds shows by CPU is a loss: one build measured
 * 1.07 and 0.79 of its base within half an hour. A figure that one round shows to be no loss is not measured again.
 */
const QUICK = {
  rounds: 9,
  seconds: 1,
  /** Half of the whole comparison's: both sides are compiled to the same degree. */
  warm: 5000,
  /** Twice what a core of the machines that run it does. Where it does more, it is timed for less than the second. */
  createsPerSecond: 6000,
  lossBelow: 0.9,
  figures: ["create-memory", "query-memory", "cold"],
} as const;
const USAGE = `compare --base <folder or revision> [--quick] [--rounds 16, at least ${LEAST_ROUNDS}] [--seconds 0.6, quick 1] [--only ${FIGURES.join("|")}]`;

/** Compares this checkout with another. Both are built. The exit code is 1 if this one is slower. */
export async function compare(args: readonly string[]): Promise<void> {
  const { base, seconds, ...measure } = asked(args);
  const here = built(at(".."));
  const folders = { base: baseCheckout(base), this: here };
  const bodies = await bodiesFor({
    createSeconds: measure.figures.some((figure) => figure.startsWith("create")) ? seconds : 0,
    ...(measure.isQuick && { warm: QUICK.warm, createsPerSecond: QUICK.createsPerSecond }),
  });
  // From here on, this process has one core.
  const core = coreOfServers();
  console.log(
    `${measure.isQuick ? "at most " : ""}${measure.rounds} rounds, ${core === undefined ? "no cores apart" : `servers on core ${core}`}`,
  );
  const lost = await lostIn({ ...measure, place: { folders, core, seconds, bodies } });
  if (measure.isQuick) console.log(lost.length > 0 ? `slower by CPU: ${lost.join(", ")}` : "no loss by CPU");
  if (lost.length > 0) process.exitCode = 1;
}

interface Measurement {
  readonly rounds: number;
  readonly figures: readonly Figure[];
  readonly isQuick: boolean;
  readonly place: Omit<Round, "order" | "figures">;
}

/** What this checkout does slower. */
async function lostIn({ rounds, figures, isQuick, place }: Measurement): Promise<readonly Figure[]> {
  const rates: Rates[] = [];
  let doubted = figures;
  for (let n = 0; n < rounds && doubted.length > 0; n++) {
    // Who comes first takes turns.
    const order: readonly Side[] = n % 2 === 0 ? sides : sides.toReversed();
    const round = await roundOf({ ...place, order, figures: doubted });
    rates.push(round);
    if (isQuick) doubted = doubted.filter((figure) => paired(figure, "perCpuSecond", [round])[0]! < QUICK.lossBelow);
  }
  const slower = figures.filter((figure) => print(figure, rates).verdict === "loss");
  return isQuick ? doubted : slower;
}

function asked(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      base: { type: "string" },
      quick: { type: "boolean", default: false },
      rounds: { type: "string" },
      seconds: { type: "string" },
      only: { type: "string", multiple: true },
    },
  });
  const isQuick = values.quick;
  const only: readonly string[] = values.only ?? (isQuick ? QUICK.figures : FIGURES);
  const rounds = Number(values.rounds ?? (isQuick ? QUICK.rounds : 16));
  const seconds = Number(values.seconds ?? (isQuick ? QUICK.seconds : 0.6));
  const figures = FIGURES.filter((figure) => only.includes(figure));
  const isKnown = only.every((name) => figures.includes(name as Figure));
  const least = isQuick ? 1 : LEAST_ROUNDS;
  if (values.base === undefined || !isKnown || !(Number.isInteger(rounds) && rounds >= least) || !(seconds > 0))
    throw new Error(`expected ${USAGE}`);
  return { base: values.base, rounds, seconds, figures, isQuick };
}

/** A line of one figure; ratios are over one where this checkout is the faster. */
function print(figure: Figure, all: readonly Rates[]): Ratio {
  const rates = all.filter((round) => round.this[figure] !== undefined);
  const [was, is] = sides.map((side) =>
    rateText(figure, median(rates.map((round) => round[side][figure]!.perSecond))).padStart(8),
  );
  const [ratio, byCpu] = [ratioOf(paired(figure, "perSecond", rates)), ratioOf(paired(figure, "perCpuSecond", rates))];
  const beside = Number.isNaN(byCpu.median) ? "" : `; by CPU ${ratioText(byCpu)}`;
  console.log(`  ${figure.padEnd(13)} ${was} → ${is}  ${ratio.verdict.padEnd(9)} ${ratioText(ratio)}${beside}`);
  return ratio;
}

/** What this checkout does of a figure, as a share of what the base did, in each of these rounds. */
const paired = (figure: Figure, what: keyof Rate, rates: readonly Rates[]): readonly number[] =>
  rates.map((round) => round.this[figure]![what] / round.base[figure]![what]);

const rateText = (figure: Figure, perSecond: number): string =>
  figure === "start" || figure === "cold" ? `${(1000 / perSecond).toFixed(0)} ms` : `${perSecond.toFixed(0)}/s`;

const ratioText = ({ median, low, high }: Ratio): string =>
  `${median.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`;
