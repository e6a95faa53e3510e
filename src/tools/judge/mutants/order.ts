import { isCharge } from "../observe/facts.js";
import { type Family, families } from "../schema/families.js";
import { isOfOrder } from "./calls.js";
import { detectives } from "./detectives.js";
import { callName, type PlannedMutant, shortName } from "./mutant.js";

/** Answers that never come cost a timeout each, so they are their own kind and are tried late. */
const SILENT = "no-response";

/** The place of a mutant's kind among those that find the mistakes of all wrong shops that we have. */
const detectivePlace = ({ operation, family, change }: PlannedMutant): number | undefined =>
  places.get(`${shortName(operation)} ${family}/${change}`);
const places = new Map(detectives.map((kind, i) => [kind, i]));

/** Programs that read an amount from a query's answer get some amounts wrong, and others right. */
const isLostCharge = (mutant: PlannedMutant): boolean =>
  mutant.family === "after-commit" && mutant.change === "connection-reset" && isCharge(mutant);

const isDetective = (mutant: PlannedMutant): boolean => detectivePlace(mutant) !== undefined;

/** The first mutant of each of these kinds. They run first, and alone. */
export function firstDetectives(plan: readonly PlannedMutant[]): ReadonlySet<PlannedMutant> {
  const byPlace = Map.groupBy(
    plan.filter((one) => isDetective(one) && one.refused === undefined),
    detectivePlace,
  );
  return new Set([...byPlace.values()].map(([first]) => first!));
}

/** What the first run shows of a mutant's call. */
interface OfCalls {
  /** True if all the money of the call's order went back later. */
  readonly isReversed: (mutant: PlannedMutant) => boolean;
  /** The call's amount without whole units. */
  readonly centsOf: (mutant: PlannedMutant) => number;
}

/**
 * Sorts the most useful mutants first: the smallest set that finds each mistake we know, the lost charges whose amounts have
 * other cents, then one for each mistake, then a second one of each, and so on. So even a short budget covers every kind of
 * mistake.
 */
export function tellingFirst(
  mutants: readonly PlannedMutant[],
  { isReversed, centsOf }: OfCalls,
): readonly PlannedMutant[] {
  const leading = [...Map.groupBy(mutants.filter(isDetective), detectivePlace)]
    .sort(([a], [b]) => a! - b!)
    .map(([, all]) => all.find((one) => one.refused === undefined && !isReversed(one)) ?? all[0]!);
  const lost = [...leading, ...mutants].filter((one) => isLostCharge(one) && one.refused === undefined);
  const ofCents = [...Map.groupBy(lost, centsOf).values()].map(([one]) => one!);
  const first = [...new Set([...leading, ...ofCents])];
  const shown = new Set(first.map(mistakeOf));
  const others = mutants.filter((mutant) => !first.includes(mutant));
  const inWaves = [...Map.groupBy(others, mistakeOf)]
    .flatMap(([mistake, group], turn) =>
      // Of calls that a shop sends together, only the first one shows that it doesn't wait.
      byTurns(group, group[0]!.change === SILENT ? 0 : turn, isReversed).map((mutant, i) => ({
        mutant,
        wave: i + lateness(mutant) + (shown.has(mistake) ? 1 : 0),
        worth: families.indexOf(mutant.family),
      })),
    )
    .sort((a, b) => a.wave - b.wave || a.worth - b.worth);
  const counted = new Map<string, number>();
  /** In a wave the families take turns, so that the last one isn't late. */
  const roundOf = ({ mutant: { family }, wave }: (typeof inWaves)[number]): number => {
    const i = counted.get(`${wave} ${family}`) ?? 0;
    counted.set(`${wave} ${family}`, i + 1);
    // Lost answers find the most, and there are the most kinds of notifications.
    return family === "after-commit" ? 0 : family === "notice" ? Math.floor(i / 3) : i;
  };
  const inRounds = inWaves
    .map((one) => ({ ...one, round: roundOf(one) }))
    .sort((a, b) => a.wave - b.wave || a.round - b.round || a.worth - b.worth)
    .map(({ mutant }) => mutant);
  return [...first, ...inRounds];
}

/**
 * Faults of a call's answer. A shop handles these in separate code for each operation. Its events share one handler.
 */
const ofAnswers: ReadonlySet<Family> = new Set<Family>([
  "after-commit",
  "decline-lost",
  "before-commit",
  "decline",
  "refusal",
]);

type Kind = Pick<PlannedMutant, "operation" | "family" | "change">;

/** Losses and refusals that find shops which handle all others. */
const isOwnMistake = (mutant: Kind): boolean =>
  mutant.change === SILENT ||
  isOfOrder(mutant.change) ||
  (mutant.family === "after-commit" && /^(empty|garbage)-body$/.test(mutant.change) && isCharge(mutant));

/** Mutants with the same text most likely show the same mistake. One of each fits into a minute. */
export function mistakeOf(mutant: Kind): string {
  const { operation, family, change } = mutant;
  if (ofAnswers.has(family)) return `${operation} ${family}${isOwnMistake(mutant) ? change : ""}`;
  if (family === "order") return family;
  // The address of a page's order is another one than that of a stored card's.
  if (family === "foreign") return `${operation} ${family}`;
  // What others did shows at the call that comes next.
  if (family === "state") return `${operation} ${change.startsWith("refunded-") ? partOf(change) : change}`;
  if (family === "again" && change === "at-the-end") return `${operation} ${family}`;
  const kind = change.replace("three-copies", "doubled").replace(/^forged-(?!for-unpaid|signature).*/, "forged");
  return `${family}/${family === "notice" ? kind.replace(/-(before|after)$/, "") : kind}`;
}

const partOf = (change: string): string => (change === "refunded-by-hand" ? "refunded" : "refunded in part");

/**
 * Alternates between the calls of a group. Each turn starts with another call. Calls whose order was given back later
 * come after the others, because giving it back hides most mistakes.
 */
function byTurns(
  group: readonly PlannedMutant[],
  turn: number,
  isReversed: (mutant: PlannedMutant) => boolean,
): readonly PlannedMutant[] {
  const calls = [...Map.groupBy(group, callName).values()];
  const isHidden = ([mutant]: readonly PlannedMutant[]): boolean => isReversed(mutant!);
  const [kept, hidden] = [calls.filter((call) => !isHidden(call)), calls.filter(isHidden)];
  const order = [...rotated(kept, turn), ...rotated(hidden, turn)];
  const longest = Math.max(...calls.map(({ length }) => length));
  return Array.from({ length: longest }, (_, i) => order.flatMap((call) => call[i] ?? [])).flat();
}

function rotated<T>(all: readonly T[], turn: number): readonly T[] {
  const first = turn % Math.max(1, all.length);
  return [...all.slice(first), ...all.slice(0, first)];
}

const lateness = ({ change, family }: Kind): number => (change === SILENT || family === "slow" ? 1 : 0);
