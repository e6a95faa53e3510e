import type { Family } from "../schema/families.js";
import { detectives } from "./detectives.js";
import { type PlannedMutant, shortName } from "./mutant.js";

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
 * Sorts the most useful mutants first: the smallest set that finds each mistake we know, one for each mistake, then one of each kind for each operation, alternating between
 * the operation's calls. Then a second one of each, and so on. So even a short budget covers every kind of mistake.
 * `isReversed`: all the money of the call's order went back later.
 */
export function tellingFirst(
  mutants: readonly PlannedMutant[],
  isReversed: (mutant: PlannedMutant) => boolean,
): readonly PlannedMutant[] {
  const kinds = [...Map.groupBy(mutants, (one) => `${one.operation} ${mutantKindOf(one)}`).values()];
  const turns = new Map<string, number>();
  const ranked = kinds.flatMap((group) => {
    const { operation } = group[0]!;
    const turn = turns.get(operation) ?? 0;
    turns.set(operation, turn + 1);
    // Of calls that a shop sends together, only the first one shows that it doesn't wait.
    return byTurns(group, group[0]!.change === SILENT ? 0 : turn, isReversed).map((mutant, wave) => ({
      mutant,
      wave: wave + lateness(mutant),
    }));
  });
  const all = ranked.map((one, i) => ({ ...one, i, worth: worstFirst[one.mutant.family] ?? OTHERS }));
  const inWaves = all.toSorted((a, b) => a.wave - b.wave || a.worth - b.worth || a.i - b.i);
  const rounds = roundsOf(inWaves);
  const inRounds = inWaves
    .map((one, i) => ({ mutant: one.mutant, worth: one.worth, i, round: rounds.get(one.mutant) ?? rounds.size }))
    .sort((a, b) => a.round - b.round || (a.round < rounds.size ? a.worth - b.worth : 0) || a.i - b.i)
    .map(({ mutant }) => mutant);
  const first = Map.groupBy(inRounds.filter(isDetective), detectivePlace);
  const leading = new Set([...first].sort(([a], [b]) => a! - b!).map(([, [mutant]]) => mutant!));
  return [...leading, ...inRounds.filter((mutant) => !leading.has(mutant))];
}

/** The first mutant for each mistake, with its round: the families take turns, so that the last one isn't late. */
function roundsOf(
  all: readonly { readonly mutant: PlannedMutant; readonly wave: number }[],
): ReadonlyMap<PlannedMutant, number> {
  const seen = new Set<string>();
  const isFirst = (mutant: PlannedMutant, wave: number): boolean =>
    (wave === 0 || isSilentRefund(mutant)) && seen.size < seen.add(mistakeOf(mutant)).size;
  const first = all.filter(({ mutant, wave }) => isFirst(mutant, wave)).map(({ mutant }) => mutant);
  const families = Map.groupBy(first, (mutant) => (isSilentRefund(mutant) ? SILENT : mutant.family));
  return new Map(
    [...families].flatMap(([family, ones]) => ones.map((mutant, i) => [mutant, roundOf(family, i)] as const)),
  );
}

/**
 * Lost answers all come in the first round, because they find the most. Notifications come two a round, because there
 * are the most kinds of them.
 */
function roundOf(family: Family | typeof SILENT, i: number): number {
  if (family === "after-commit") return 0;
  return family === "notice" ? Math.floor(i / 2) : i;
}

/**
 * Faults of a call's answer. A shop handles these in separate code for each operation. Its events share one handler.
 */
const ofAnswers: ReadonlySet<Family> = new Set<Family>(["after-commit", "before-commit", "decline", "refusal"]);

/** If a refund gets no answer, some shops send it again while the first is still pending. No other fault shows this. */
const isSilentRefund = ({ operation, family, change }: PlannedMutant): boolean =>
  change === SILENT && family === "after-commit" && operation.endsWith("/refund");

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
  const calls = [...Map.groupBy(group, ({ lane, call }) => `${lane} ${call}`).values()];
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
