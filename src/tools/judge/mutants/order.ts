import type { Family } from "../schema/families.js";
import { detectives } from "./detectives.js";
import { callName, type PlannedMutant, shortName } from "./mutant.js";

/** The possible cost of each family, worst first: money that moves unseen, then false information, then the rest. */
const worstFirst: Readonly<Partial<Record<Family, number>>> = {
  "after-commit": 0,
  // Before the false notifications that come beside a decline.
  decline: 1,
  race: 2,
  crash: 2,
  notice: 2,
  forged: 2,
  foreign: 2,
  page: 3,
  shopper: 3,
  double: 3,
  cart: 3,
  state: 3,
  amounts: 3,
  again: 3,
  keyless: 3,
  lost: 4,
  refusal: 4,
  "before-commit": 4,
  order: 5,
  future: 7,
  slow: 8,
};
const OTHERS = 6;

/** Answers that never come cost a timeout each, so they are their own kind and are tried late. */
const SILENT = "no-response";

/**
 * The kind of mistake that a mutant can show. Two mutants of one kind usually show the same mistake: the exact
 * decline, or the way an answer was lost, doesn't matter.
 */
export function mutantKindOf({ family, change }: Pick<PlannedMutant, "family" | "change">): string {
  switch (family) {
    case "after-commit":
    case "before-commit":
      return ownLosses.has(change) ? `${family}/${change}` : family;
    case "decline":
      return family;
    case "refusal":
      return ownRefusals.has(change) ? `${family}/own` : family;
    case "notice":
      return `${family}/${change.replace(/-(before|after)$/, "")}`;
    default:
      return `${family}/${change}`;
  }
}

/** Losses that a client may handle in code of its own. */
const ownLosses = new Set([SILENT, "garbage-body", "empty-body", "truncated-body"]);

/** Refusals that only one operation can have. */
const ownRefusals = new Set([
  "insufficient-unsettled-balance",
  "refund-not-allowed",
  "void-not-allowed",
  "parent-not-recurring",
]);

/** The place of a mutant's kind among those that find the mistakes of all wrong shops that we have. */
const detectivePlace = ({ operation, family, change }: PlannedMutant): number | undefined =>
  places.get(`${shortName(operation)} ${family}/${change}`);
const places = new Map(detectives.map((kind, i) => [kind, i]));

export const isDetective = (mutant: PlannedMutant): boolean => detectivePlace(mutant) !== undefined;

/**
 * Sorts the most useful mutants first: the smallest set that finds each mistake we know, then one for each mistake, then
 * a second one of each, and so on. So even a short budget covers every kind of mistake. `isReversed`: all the money of
 * the call's order went back later.
 */
export function tellingFirst(
  mutants: readonly PlannedMutant[],
  isReversed: (mutant: PlannedMutant) => boolean,
): readonly PlannedMutant[] {
  const mistakes = [...Map.groupBy(mutants, mistakeOf).values()];
  const inWaves = mistakes
    .flatMap((group, turn) =>
      // Of calls that a shop sends together, only the first one shows that it doesn't wait.
      byTurns(group, group[0]!.change === SILENT ? 0 : turn, isReversed).map((mutant, i) => ({
        mutant,
        wave: i + lateness(mutant),
        worth: worstFirst[mutant.family] ?? OTHERS,
      })),
    )
    .sort((a, b) => a.wave - b.wave || a.worth - b.worth);
  const counted = new Map<string, number>();
  /** In a wave the families take turns, so that the last one isn't late. */
  const roundOf = ({ mutant: { family }, wave }: (typeof inWaves)[number]): number => {
    const i = counted.get(`${wave} ${family}`) ?? 0;
    counted.set(`${wave} ${family}`, i + 1);
    // Lost answers find the most, and there are the most kinds of notifications.
    return family === "after-commit" ? 0 : family === "notice" ? Math.floor(i / 2) : i;
  };
  const inRounds = inWaves
    .map((one) => ({ ...one, round: roundOf(one) }))
    .sort((a, b) => a.wave - b.wave || a.round - b.round || a.worth - b.worth)
    .map(({ mutant }) => mutant);
  const first = Map.groupBy(inRounds.filter(isDetective), detectivePlace);
  const leading = new Set([...first].sort(([a], [b]) => a! - b!).map(([, [mutant]]) => mutant!));
  return [...leading, ...inRounds.filter((mutant) => !leading.has(mutant))];
}

/**
 * Faults of a call's answer. A shop handles these in separate code for each operation. Its events share one handler.
 */
const ofAnswers: ReadonlySet<Family> = new Set<Family>(["after-commit", "before-commit", "decline", "refusal"]);

/** Losses that find shops which handle all others. */
const isOwnMistake = ({ operation, change }: PlannedMutant): boolean =>
  change === SILENT || (change === "empty-body" && /\/(sale|recurring)$/.test(operation));

/** Mutants with the same text most likely show the same mistake. One of each fits into a minute. */
function mistakeOf(mutant: PlannedMutant): string {
  const { operation, family, change } = mutant;
  if (ofAnswers.has(family)) return `${operation} ${family}${isOwnMistake(mutant) ? change : ""}`;
  if (family === "order") return family;
  // The address of a page's order is another one than that of a stored card's.
  if (family === "foreign") return `${operation} ${family}`;
  // What others did shows at the call that comes next.
  if (family === "state") return `${operation} ${change.startsWith("refunded-") ? partOf(change) : change}`;
  if (family === "again" && change === "at-the-end") return `${operation} ${family}`;
  const kind = mutantKindOf(mutant).replace("three-copies", "doubled");
  return kind.replace(/\/forged-(?!for-unpaid|signature).*/, "/forged");
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

const lateness = ({ change, family }: PlannedMutant): number => (change === SILENT || family === "slow" ? 1 : 0);
