import { type CallFact, callsOf, type LaneFacts } from "../observe/facts.js";
import type { Family } from "../schema/families.js";
import { isOfOrder } from "./calls.js";
import { callName, type PlannedMutant, pointName } from "./mutant.js";
import { firstDetectives } from "./order.js";
import { extremesOf, isReversed, pointsOf } from "./points.js";

/** Mutants that need not run if others show what they would. A client's copy comes only if one came after the same cut. */
export interface Represented {
  readonly mutant: PlannedMutant;
  /** The mutant that stands for it. */
  readonly by: PlannedMutant;
  /** Mutants with different codes, say. If the shop reacts to all of them in the same way, the code doesn't matter to it. */
  readonly probes: readonly PlannedMutant[];
}

/** Changes of one family that a shop may or may not tell apart. */
interface AlikeChanges {
  readonly family: Family;
  readonly isMeant: (change: string) => boolean;
  /** At the first call of each operation these run, since they differ the most. The first one runs at each call. */
  readonly probes: readonly [string, ...string[]];
  /** The family whose probes show it, if the shop gets the same answers in it. */
  readonly like?: Family;
}

const any = (): boolean => true;
const losses = ["connection-reset", "garbage-body", "no-response", "empty-body", "truncated-body"] as const;
const groups: readonly AlikeChanges[] = [
  { family: "refusal", isMeant: (code) => !isOfOrder(code), probes: ["system-error", "invalid-parameter"] },
  { family: "decline", isMeant: any, probes: ["do-not-honour", "insufficient-funds"] },
  { family: "after-commit", isMeant: any, probes: losses },
  // While the shop waits, notifications come.
  {
    family: "before-commit",
    isMeant: (change) => change === "no-response",
    probes: ["connection-reset", "no-response"],
  },
  { family: "before-commit", isMeant: any, probes: losses, like: "after-commit" },
  // What a shop believes depends on which of the two came last.
  {
    family: "notice",
    isMeant: (change) => /^forged-\w+-before$/.test(change),
    probes: ["forged-amount-before", "forged-status-before"],
  },
  {
    family: "notice",
    isMeant: (change) => /^forged-\w+-after$/.test(change),
    probes: ["forged-amount-after", "forged-status-after", "forged-reference-after"],
  },
];

/** Changes that show nothing more than another one of the same call, which `StandIns` makes sure of. */
const likeOthers: Readonly<Record<string, string>> = {
  "lost/client-sends-again": "after-commit/connection-reset",
  "notice/three-copies": "notice/doubled",
  "race/retried-while-running": "race/with-copy",
};

/** One change stands for others of its call, and one call for those that look alike. */
export function representedIn(mutants: readonly PlannedMutant[], lanes: readonly LaneFacts[]): readonly Represented[] {
  const byId = new Map(mutants.map((mutant) => [mutant.id, mutant]));
  const ofCall = firstAlike(lanes);
  const ofEvent = firstAlike(lanes, { byCallsBefore: true });
  const firsts = firstOfOperation(mutants);
  const leading = firstDetectives(mutants);
  return mutants.flatMap((mutant): Represented[] => {
    if (leading.has(mutant)) return [];
    const name = callName(mutant);
    const first = (isOfEvent(mutant) ? ofEvent : ofCall).get(name);
    const same = first === undefined ? undefined : byId.get(`${first}/${mutant.family}/${mutant.change}`);
    if (same) return [{ mutant, by: same, probes: [] }];
    const like = byId.get(`${name}/${likeOthers[`${mutant.family}/${mutant.change}`]}`);
    if (like) return [{ mutant, by: like, probes: [] }];
    const group = groups.find(({ family, isMeant }) => family === mutant.family && isMeant(mutant.change));
    const [main, ...others] = group?.probes ?? [];
    if (main === undefined || mutant.change === main) return [];
    const family = group?.like ?? mutant.family;
    const firstName = firsts.get(`${mutant.lane} ${mutant.operation} ${family}`);
    if (family === mutant.family && name === firstName && others.includes(mutant.change)) return [];
    const by = byId.get(`${name}/${mutant.family}/${main}`);
    const probes = [main, ...others].flatMap((one) => byId.get(`${firstName}/${family}/${one}`) ?? []);
    return by && probes.length > others.length ? [{ mutant, by, probes }] : [];
  });
}

/** What a shop may take like a lost answer to its query, after a first fault. */
const LIKE_A_LOST_QUERY = /\/(no-response|refusal\/system-error)$/;

/**
 * Of second faults: a lost answer to a query stands for one that never comes, and for a refusal that tells nothing, if the shop
 * did the same after the first of them. It can't tell whether the first fault came before or after its call was carried out.
 */
export class AlikeSeconds {
  readonly #first = new Map<string, readonly [PlannedMutant, PlannedMutant]>();

  /** Those of the second faults after one first fault that others stand for. */
  represented(mutants: readonly PlannedMutant[]): readonly Represented[] {
    const byId = new Map(mutants.map((mutant) => [mutant.id, mutant]));
    return mutants.flatMap((mutant): Represented[] => {
      const by = byId.get(mutant.id.replace(LIKE_A_LOST_QUERY, "/connection-reset"));
      if (by === undefined || by === mutant || !mutant.then?.endsWith("/query")) return [];
      const { lane, operation, family } = mutant;
      const before = family === "before-commit" ? "after-commit" : family;
      const key = [lane, operation, before, LIKE_A_LOST_QUERY.exec(mutant.id)?.[1]].join(" ");
      const probes = this.#first.get(key);
      if (probes === undefined) this.#first.set(key, [by, mutant]);
      return probes === undefined ? [] : [{ mutant, by, probes }];
    });
  }
}

function firstOfOperation(mutants: readonly PlannedMutant[]): ReadonlyMap<string, string> {
  const firsts = new Map<string, PlannedMutant>();
  // Mutants of a refused call show how the shop reacts only if the operation has no others.
  const ofRefusedLast = mutants.toSorted((a, b) => Number(a.refused !== undefined) - Number(b.refused !== undefined));
  for (const mutant of ofRefusedLast) {
    const key = `${mutant.lane} ${mutant.operation} ${mutant.family}`;
    const first = firsts.get(key);
    if (
      first === undefined ||
      (mutant.call < first.call && (first.refused === undefined) === (mutant.refused === undefined))
    )
      firsts.set(key, mutant);
  }
  return new Map([...firsts].map(([key, mutant]) => [key, callName(mutant)]));
}

/** Two handlers at once, a card that is gone: amounts and later calls don't matter to them. */
const isOfEvent = ({ family, change }: PlannedMutant): boolean =>
  family === "race" || change.startsWith("token-") || change === "other-merchant";

/**
 * By the name of a call, such as `sale#2`: the first call that looks alike. The calls about both orders must be the same,
 * with the same cents, because programs round amounts in different ways. The smallest and the largest order have none, so
 * a rule by amount, such as a limit, has an order on each side of it. `byCallsBefore`: the calls before it are
 * enough, and if possible the first one's money did not go back, because that hides most mistakes.
 */
function firstAlike(lanes: readonly LaneFacts[], { byCallsBefore = false } = {}): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const lane of lanes) {
    const points = pointsOf(lane).filter(({ call }) => call.orderId !== undefined);
    const groups = Map.groupBy(points, ({ call }) => {
      const ofOrder = callsOf(lane).filter(({ orderId }) => orderId === call.orderId);
      const place = ofOrder.indexOf(call);
      const shape = byCallsBefore
        ? ofOrder.slice(0, place + 1).map(shapeOf)
        : ofOrder.map((one) => [shapeOf(one), centsOf(one)]);
      return [place, ...shape].join("; ");
    });
    for (const group of groups.values()) {
      const first = (byCallsBefore && group.find((point) => !isReversed(point))) || group[0]!;
      const own = new Set([first, ...(byCallsBefore ? [] : extremesOf(group))]);
      for (const point of group) if (!own.has(point)) found.set(pointName(point), pointName(first));
    }
  }
  return found;
}

const shapeOf = ({ operation, responseCode, http, fault, orderStatus, userId, tokenId }: CallFact): string =>
  [operation, responseCode, http, fault, orderStatus, userId, tokenId].join();
const centsOf = ({ amount }: CallFact): string => (amount === undefined ? "" : String(amount % 100));
