import type { Meanwhile } from "../../../core/scenario/effects/effects.js";
import type { FaultName, Rule, Then } from "../../../core/scenario/rule/rule.js";
import { onlyReads } from "../../../core/scenario/values/operations.js";
import type { CallFact, LaneFacts } from "../observe/facts.js";
import { callsLike, orderName } from "../observe/order-parts.js";
import type { ShopRun } from "../run/shop-runner.js";
import { callName, type PlannedMutant, pointName } from "./mutant.js";
import { firstDetectives } from "./order.js";
import { pointsOf } from "./points.js";
import { isBase } from "./second-faults.js";

/** The place of one rule: a call of its order, found in any run by its operation, amount and user. */
export interface Aim {
  readonly call: CallFact;
  /** How many such calls come before it. */
  readonly place: number;
}

/** A mutant that may share a run with mutants of other orders. */
export interface PoolMember {
  readonly mutant: PlannedMutant;
  /** The order that it changes. */
  readonly order: string;
  /** Orders of one cart are never changed in the same run, except by faults of one kin. */
  readonly cart: string;
  /** Only mutants of the same kin share a run. */
  readonly kin: Kin;
  readonly aims: readonly Aim[];
  /** Its rules, which name the order. */
  readonly rules: readonly Rule[];
}

/** What mutants have in common, so that they may share a run in which others would disturb. */
interface Kin {
  readonly name: string;
  /** True if their faults may hit several calls of one order, since none of them tells the shop more than it usually hears. */
  readonly isOfOneOrder?: true;
  /** The fault with which the same calls must make the shop do the same. */
  readonly like?: FaultName;
}

/** The mutants that run together: one, or several that change different orders. */
export type RunTogether = readonly PlannedMutant[];

/** More faults than this are never in one run. */
const MOST = 8;

/** Which mutants may share a run, by the first run. */
export class Pools {
  readonly #members = new Map<PlannedMutant, PoolMember | undefined>();
  readonly #orders = new Map<string, string>();
  readonly #leading: ReadonlySet<PlannedMutant>;
  readonly #probes: ReadonlySet<PlannedMutant>;

  /** `probes`: mutants that show whether a shop tells changes apart. */
  constructor(
    mutants: readonly PlannedMutant[],
    { lanes, beliefs }: ShopRun,
    probes: ReadonlySet<PlannedMutant> = new Set(),
  ) {
    this.#probes = probes;
    for (const lane of lanes)
      for (const point of pointsOf(lane)) {
        const order = onlyOrder(lane, point.call);
        if (order) this.#orders.set(pointName(point), orderName(order));
      }
    this.#leading = firstDetectives(mutants);
    this.add(mutants, { lanes, beliefs });
  }

  /** Takes in mutants of the calls that a run showed. */
  add(mutants: readonly PlannedMutant[], { lanes, beliefs = {} }: Pick<ShopRun, "lanes" | "beliefs">): void {
    for (const mutant of mutants) {
      const lane = lanes.find(({ index }) => index === mutant.lane);
      // What finds the most comes at once.
      const member = lane && !this.#leading.has(mutant) ? memberOf(mutant, lane, beliefs) : undefined;
      this.#members.set(mutant, member && { ...member, kin: kinOf(mutant, this.#probes) });
    }
  }

  memberOf(mutant: PlannedMutant): PoolMember | undefined {
    return this.#members.get(mutant);
  }

  /** The order that a mutant's call is about, if no other order has its name. */
  orderOf(mutant: PlannedMutant): string | undefined {
    return this.#orders.get(callName(mutant));
  }

  /** Mutants that shall run alone from now on. */
  leaveOut(isMeant: (mutant: PlannedMutant) => boolean): void {
    for (const mutant of this.#members.keys()) if (isMeant(mutant)) this.#members.delete(mutant);
  }

  /** The open runs, and those of the mutants in their order. Each takes in later mutants of other orders. */
  formed(mutants: readonly PlannedMutant[], open: readonly RunTogether[] = []): readonly RunTogether[] {
    const runs = open.map((run) => [...run]);
    for (const mutant of mutants) {
      const member = this.memberOf(mutant);
      const fit = member && runs.find((run) => this.#hasRoom(run, member));
      if (fit) fit.push(mutant);
      else runs.push([mutant]);
    }
    return runs;
  }

  #hasRoom(run: RunTogether, { mutant, cart, kin }: PoolMember): boolean {
    const fits = (other: PoolMember | undefined): boolean =>
      other?.mutant.slot === mutant.slot && other.kin.name === kin.name && (kin.isOfOneOrder || other.cart !== cart);
    return run.length < MOST && run.every((one) => fits(this.memberOf(one)));
  }
}

/** One mutant with the faults of all members. */
export function joinedMutant(members: readonly PoolMember[]): PlannedMutant {
  const id = members.map(({ mutant }) => mutant.id).join(" with ");
  const about = members.map(({ mutant }) => mutant.about).join(" ");
  const rules = members.flatMap((member) => member.rules);
  const scenario = { name: id, description: about, rules, expect: [] };
  return { ...members[0]!.mutant, id, about, scenario, witness: undefined };
}

/** The same run with another fault in the place of each. */
export const withFault = (mutant: PlannedMutant, fault: FaultName): PlannedMutant => ({
  ...mutant,
  scenario: {
    ...mutant.scenario,
    rules: mutant.scenario.rules.map((rule) => ({ ...rule, then: { ...rule.then, fault } })),
  },
});

/** The call's order, if the shop made only one with its amount and user. A lost call may be known by these alone. */
function onlyOrder({ orders }: LaneFacts, call: CallFact) {
  const own = orders.find(({ id }) => id === call.orderId) ?? call;
  const alike = orders.filter((one) => orderName(one) === orderName(own));
  return alike.length === 1 ? alike[0] : undefined;
}

/** Undefined if the mutant runs alone: it may touch what orders share, or its order can't be told from others. */
function memberOf(
  mutant: PlannedMutant,
  lane: LaneFacts,
  beliefs: NonNullable<ShopRun["beliefs"]>,
): Omit<PoolMember, "kin"> | undefined {
  const { then, witness, scenario } = mutant;
  // Second faults need the run of their base alone.
  const isForAlone = then === undefined ? isBase(mutant) : witness !== undefined;
  if (!isPlain(mutant) || isForAlone) return undefined;
  const taken: CallFact[] = [];
  const aimed = scenario.rules.map((rule) => {
    const one = aimedIn(lane, rule, taken);
    if (one) taken.push(one.aim.call);
    return one;
  });
  const orders = new Set(aimed.map((one) => one && onlyOrder(lane, one.aim.call)));
  const [order] = orders;
  if (orders.size !== 1 || order === undefined) return undefined;
  return {
    mutant,
    order: orderName(order),
    cart: beliefs[order.reference]?.cart ?? order.reference,
    aims: aimed.map((one) => one!.aim),
    rules: aimed.map((one) => one!.rule),
  };
}

const isPlain = ({ variants, variant, shopper, amounts, isOfEachLane }: PlannedMutant): boolean =>
  [variants, variant, shopper, amounts].every((one) => one === undefined) && !isOfEachLane;

/** True if no order but those of its calls can see the mutant, not even by the clock. */
export const touchesOneOrder = (mutant: PlannedMutant): boolean =>
  isPlain(mutant) && mutant.scenario.rules.every(({ then }) => staysWithOrder(then) && !letsAnHourPass(then));

const letsAnHourPass = ({ notify }: Then): boolean => notify?.delay !== undefined || Boolean(notify?.again);

function kinOf(mutant: PlannedMutant, probes: ReadonlySet<PlannedMutant>): Kin {
  const { family, change, operation, scenario, isSlow } = mutant;
  const [{ then } = {}] = scenario.rules;
  const name = `${family}/${change}`;
  if (then?.evolve !== undefined || isSlow) return { name, isOfOneOrder: true };
  // A query that recovers from one of them would take another's place.
  if (probes.has(mutant) && then?.fault !== undefined && !onlyReads(operation))
    return { name, isOfOneOrder: true, like: "connection-reset" };
  // They let an hour pass, which may change the answer to a fault of another kind.
  return { name: then !== undefined && letsAnHourPass(then) ? "an hour" : "" };
}

/** The rule, with its order in place of its number among all calls. Rules don't count what earlier ones took. */
function aimedIn(
  lane: LaneFacts,
  rule: Rule,
  taken: readonly CallFact[],
): { readonly aim: Aim; readonly rule: Rule } | undefined {
  const { when: { operation, orderId, ...others } = {}, after = 0, times, then, ...rest } = rule;
  const isOther = [...Object.keys(others), ...Object.keys(rest)].length > 0;
  if (isOther || operation === undefined || !staysWithOrder(then)) return undefined;
  const isForEach = orderId !== undefined;
  const isLeft = (call: CallFact): boolean => !taken.includes(call);
  const ofOperation = pointsOf(lane).flatMap(({ call }) =>
    call.operation === operation && isLeft(call) ? [call] : [],
  );
  const call = isForEach ? ofOperation.find((one) => one.orderId === orderId) : ofOperation[after];
  if (call?.amount === undefined || (!isForEach && times !== 1) || /[*/]/.test(call.userId ?? "")) return undefined;
  const alike = callsLike(lane, call);
  const place = isForEach ? after : alike.filter(isLeft).indexOf(call);
  if (new Set(alike.flatMap(({ orderId }) => orderId ?? [])).size > 1) return undefined;
  return {
    aim: { call, place: isForEach ? place : alike.indexOf(call) },
    rule: {
      when: { operation, amount: call.amount / 100, ...(call.userId !== undefined && { userId: call.userId }) },
      ...(place > 0 && { after: place }),
      times,
      then,
    },
  };
}

/** Acts of others that change nothing but the order. */
const ofOrder: ReadonlySet<Meanwhile> = new Set<Meanwhile>([
  "settle",
  "refund",
  "refund-a-cent",
  "refund-all-but-a-cent",
]);

/** Effects that only the call's order feels, if the check below allows their values. */
const effects: ReadonlySet<string> = new Set<keyof Then>([
  "outcome",
  "fault",
  "placed",
  "copies",
  "evolve",
  "meanwhile",
  "visits",
  "notify",
  "delay",
]);
const notifyEffects: ReadonlySet<string> = new Set<keyof Notify>([
  "drop",
  "copies",
  "before",
  "extra",
  "forge",
  "beside",
  "again",
  "delay",
]);
type Notify = NonNullable<Then["notify"]>;

/** True if no other order can see the effects: not by a token, a balance, the clock, or another order's notification. */
function staysWithOrder(then: Then): boolean {
  const { fault, meanwhile, notify = {} } = then;
  const { forge, beside } = notify;
  const isKnown =
    Object.keys(then).every((one) => effects.has(one)) && Object.keys(notify).every((one) => notifyEffects.has(one));
  const isOwn = [forge, beside?.forge].every((one) => one === undefined || !ofOthers.has(one));
  // An answer that never comes may stop the shop.
  const isEnding = fault === "no-response";
  return isKnown && isOwn && !isEnding && (meanwhile === undefined || ofOrder.has(meanwhile));
}

/** Forgeries that name another order. */
const ofOthers: ReadonlySet<string> = new Set(["reference", "other-order"]);
