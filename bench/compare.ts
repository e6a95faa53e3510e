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
 * `--quick`: a gate that runs with each change. Few rounds, so a loss is only what no noise explains, and CPU alone counts.
 * One build measured 1.07 and 0.79 of its base within half an hour, so only what each of three measurements shows is a loss.
 */
const QUICK = {
  rounds: 3,
  seconds: 1,
  /** Half of the whole comparison's: both sides are compiled to the same degree. */
  warm: 5000,
  lossBelow: 0.9,
  measurements: 3,
  figures: ["create-memory", "query-memory", "cold"],
} as const;
const USAGE = `compare --base <folder or revision> [--quick] [--rounds 16, at least ${LEAST_ROUNDS}] [--seconds 0.6, quick 1] [--only ${FIGURES.join("|")}]`;

/** Compares this checkout with another. Both are built. The exit code is 1 if this one is slower. */
export async function compare(args: readonly string[]): Promise<void> {
  const { base, seconds, ...measure } = asked(args);
  const here = built(at(".."));
  const folders = { base: baseCheckout(base), this: here };
  const core = coreOfServers();
  const bodies = bodiesFor({
    createSeconds: measure.figures.some((figure) => figure.startsWith("create")) ? seconds : 0,
    ...(measure.isQuick && { warm: QUICK.warm }),
  });
  console.log(`${measure.rounds} rounds, ${core === undefined ? "no cores apart" : `servers on core ${core}`}`);
  let figures: readonly Figure[] = measure.figures;
  for (let left = measure.isQuick ? QUICK.measurements : 1; left > 0; left--) {
    figures = await lostIn({ ...measure, figures, place: { folders, core, seconds, bodies } });
    if (measure.isQuick) console.log(figures.length > 0 ? `slower by CPU: ${figures.join(", ")}` : "no loss by CPU");
    if (figures.length === 0) return;
    if (left > 1) console.log("measuring these again, to tell a loss from noise");
  }
  process.exitCode = 1;
}

interface Measurement {
  readonly rounds: number;
  readonly figures: readonly Figure[];
  readonly isQuick: boolean;
  readonly place: Omit<Round, "order" | "figures">;
}

/** Measures once, and answers what this checkout does slower. */
async function lostIn({ rounds, figures, isQuick, place }: Measurement): Promise<readonly Figure[]> {
  const rates: Rates[] = [];
  for (let n = 0; n < rounds; n++) {
    // Who comes first takes turns.
    const order: readonly Side[] = n % 2 === 0 ? sides : sides.toReversed();
    rates.push(await roundOf({ ...place, order, figures }));
  }
  return figures.filter((figure) => {
    const { ratio, byCpu } = print(figure, rates);
    return isQuick ? byCpu.high < QUICK.lossBelow : ratio.verdict === "loss";
  });
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
  const least = isQuick ? QUICK.rounds : LEAST_ROUNDS;
  if (values.base === undefined || !isKnown || !(Number.isInteger(rounds) && rounds >= least) || !(seconds > 0))
    throw new Error(`expected ${USAGE}`);
  return { base: values.base, rounds, seconds, figures, isQuick };
}

/** A line of one figure; ratios are over one where this checkout is the faster. */
function print(figure: Figure, rates: readonly Rates[]): { readonly ratio: Ratio; readonly byCpu: Ratio } {
  const of = (side: Side, what: keyof Rate): readonly number[] => rates.map((round) => round[side][figure]![what]);
  const paired = (what: keyof Rate): Ratio => {
    const base = of("base", what);
    return ratioOf(of("this", what).map((rate, n) => rate / base[n]!));
  };
  const [was, is] = sides.map((side) => rateText(figure, median(of(side, "perSecond"))).padStart(8));
  const [ratio, byCpu] = [paired("perSecond"), paired("perCpuSecond")];
  const beside = Number.isNaN(byCpu.median) ? "" : `; by CPU ${ratioText(byCpu)}`;
  console.log(`  ${figure.padEnd(13)} ${was} → ${is}  ${ratio.verdict.padEnd(9)} ${ratioText(ratio)}${beside}`);
  return { ratio, byCpu };
}

const rateText = (figure: Figure, perSecond: number): string =>
  figure === "start" || figure === "cold" ? `${(1000 / perSecond).toFixed(0)} ms` : `${perSecond.toFixed(0)}/s`;

const ratioText = ({ median, low, high }: Ratio): string =>
  `${median.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`;
