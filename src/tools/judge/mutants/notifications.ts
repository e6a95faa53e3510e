import type { unpaidForgeries } from "../../../core/scenario/effects/forgeries.js";
import type { Rule } from "../../../core/scenario/rule/rule.js";
import { callsOf, type LaneFacts } from "../observe/facts.js";
import {
  type Change,
  type MutationPoint,
  mutantAt,
  numberedCall,
  type PlannedMutant,
  ruleAt,
  ruleForEachAttempt,
  type Witness,
} from "./mutant.js";
import { asks, queriesAfter, staysUnpaid } from "./told.js";

type Notify = NonNullable<Rule["then"]["notify"]>;

/** Mutants of each notification, attached to the call that caused it. */
export function notificationMutants(lane: LaneFacts, targets: readonly MutationPoint[]): readonly PlannedMutant[] {
  const told = targets.filter(({ call }) =>
    lane.notifications.some(({ causedBy, isHttp }) => isHttp && causedBy === call.id),
  );
  return [
    ...unpaidMutants(lane, targets),
    ...lateMutants(lane, targets),
    ...told.flatMap((target, i) => changesAt(lane, told, i).map((change) => mutantAt(target, change))),
    ...againMutants(lane, targets),
    ...downMutants(told),
  ];
}

function changesAt(lane: LaneFacts, told: readonly MutationPoint[], i: number): readonly Change[] {
  const target = told[i]!;
  const isSame = ({ call }: MutationPoint) => call.orderId === target.call.orderId;
  const [isFirst, isLast] = [told.slice(0, i).every(isSame), told.slice(i + 1).every(isSame)];
  const isPayment = target.call.orderId !== undefined;
  const at = (change: string, about: string, notify: Notify): Change => ({
    family: "notice",
    change,
    about: `The notification of ${numberedCall(target)} ${about}.`,
    rules: [ruleAt(target, { notify })],
  });
  return [
    at("doubled", "came twice", { copies: 2 }),
    at("never", "never came", { drop: true }),
    at("forged-signature-alone", "never came, but one without a valid signature did", { forge: "signature" }),
    ...(isPayment ? besides.map(([change, about, notify]) => at(change, about, notify)) : []),
    ...(isPayment && asks(lane, target)
      ? [at("forged-late", `was followed by a forged one with ${forged.amount} five minutes later`, late("amount"))]
      : []),
    at("before-the-answer", "came before the answer", { before: "answer" }),
    at("late-by-an-hour", "came an hour late", { delay: "1h" }),
    at("three-copies", "came three times", { copies: 3 }),
    ...(isPayment && !isLast ? [at("swapped", "came after the next order's notification", { swap: true })] : []),
    ...(isPayment && !isFirst
      ? [at("replayed", "was followed by an earlier order's notification", { replay: true })]
      : []),
    ...(isPayment
      ? [at("amount-signed", "had the wrong amount, signed by the service itself", { forge: "amount-signed" })]
      : []),
  ];
}

/** A later query would hide that the shop believed it. */
const late = (forge: Forged["forge"]): Notify => ({ beside: { forge, sent: "after", delay: "5m" } });
type Forged = NonNullable<Notify["beside"]>;

const forged = {
  amount: "another amount",
  status: "another status",
  reference: "another reference",
  signature: "no valid signature",
} as const;

const besides = (Object.keys(forged) as (keyof typeof forged)[]).flatMap((forge) =>
  (["after", "before"] as const).map(
    (sent) =>
      [
        `forged-${forge}-${sent}`,
        `came ${sent === "before" ? "after" : "before"} a forged one with ${forged[forge]}`,
        { beside: { forge, sent } } as Notify,
      ] as const,
  ),
);

type Forgery = (typeof unpaidForgeries)[number];

/** Each with the family and the change that it is, and what the shop is told. */
const unpaid: readonly (readonly [Forgery, Change["family"], string, string])[] = [
  ["unpaid", "notice", "forged-for-unpaid", "a forged notification says so"],
  ["no-signature", "forged", "no-signature", "one without a signature says so"],
  ["empty-signature", "forged", "empty-signature", "one with an empty signature says so"],
  ["other-order", "foreign", "other-order", "a genuine notification of another order came to its address"],
  [
    "other-merchant",
    "foreign",
    "other-merchant",
    "a genuine notification of another merchant's order with its reference and amount came",
  ],
];

/** A forged notification for an order that nobody pays. The kind `other-order` needs an earlier order. */
function unpaidMutants(lane: LaneFacts, targets: readonly MutationPoint[]): readonly PlannedMutant[] {
  const isFirst = ({ call }: MutationPoint) =>
    !lane.orders.some(({ id, notifyUrl }) => id < (call.orderId ?? 0) && notifyUrl !== undefined);
  return unpaid.flatMap(([forge, family, change, about]) =>
    forgedForUnpaid(lane, targets, forge)
      .filter(({ target }) => forge !== "other-order" || !isFirst(target))
      .map(({ target, rules }) => {
        const sentence = `The order of ${numberedCall(target)} was made, nobody paid it, and ${about}.`;
        const witness: Witness = ({ lanes }) => staysUnpaid(lanes, lane.slot, target.call.orderId);
        return mutantAt(target, { family, change, about: sentence, rules, witness });
      }),
  );
}

/** A query after a forged notification hides that the shop believed it, so this one comes after the queries. */
function lateMutants(lane: LaneFacts, targets: readonly MutationPoint[]): readonly PlannedMutant[] {
  return forgedForUnpaid(lane, targets).flatMap(({ target, rules }) => {
    const [operation] = queriesAfter(lane, target).map((query) => query.operation);
    if (operation === undefined) return [];
    const { orderId } = target.call;
    const afterQuery: Rule = { when: { operation, orderId }, times: 3, then: { notify: late("unpaid") } };
    const declines = rules.flatMap(({ then: { notify: _, ...then }, ...rule }): Rule[] =>
      then.outcome === undefined ? [] : [{ ...rule, then }],
    );
    return mutantAt(target, {
      family: "notice",
      change: "forged-late-for-unpaid",
      about: `The order of ${numberedCall(target)} was made, nobody paid it, and a forged notification says so five minutes after a query.`,
      rules: [afterQuery, ...declines],
      witness: ({ lanes }) => staysUnpaid(lanes, lane.slot, orderId) && lanes.some(isForgedOf(orderId)),
    });
  });
}

const isForgedOf =
  (orderId: number | undefined) =>
  ({ facts }: LaneFacts): boolean =>
    facts.some((fact) => fact.kind === "notification" && fact.orderId === orderId && fact.forged !== undefined);

const declined = { outcome: "do-not-honour" } as const;

/** An order for which a notification can be forged: its payment is declined here, but was accepted in the dry run. */
export function forgedForUnpaid(
  lane: LaneFacts,
  targets: readonly MutationPoint[],
  forge: Forgery = "unpaid",
): readonly { readonly target: MutationPoint; readonly rules: readonly Rule[] }[] {
  const notify: Notify = { beside: { forge, sent: "after" } };
  return targets.flatMap((target) => {
    const order = lane.orders.find(({ id }) => id === target.call.orderId);
    const made = lane.facts.find((fact) => fact.kind === "call" && fact.orderId === order?.id);
    if (!order?.notifyUrl || made !== target.call || target.call.by !== "shop") return [];
    const paying = targets.find(({ call }) => call.operation === "checkout/pay" && call.orderId === order.id);
    const onPage = [ruleAt(target, { notify }), ...(paying ? [ruleForEachAttempt(paying, declined)] : [])];
    return [{ target, rules: order.session !== "" ? onPage : [ruleAt(target, { notify, ...declined })] }];
  });
}

/** The genuine notification of a payment is sent again: an hour later, and after the last call about its order. */
function againMutants(lane: LaneFacts, targets: readonly MutationPoint[]): readonly PlannedMutant[] {
  return lane.notifications.flatMap(({ causedBy, orderId, isHttp, about }) => {
    const cause = targets.find(({ call }) => call.id === causedBy);
    if (!isHttp || about !== "payment" || !cause) return [];
    const last = targets.findLast(({ call }) => call.orderId === orderId && call.by === "shop" && call.id > causedBy);
    const anHourLater = mutantAt(cause, {
      family: "again",
      change: "an-hour-later",
      about: `The notification of ${numberedCall(cause)} came once more an hour later.`,
      rules: [ruleAt(cause, { notify: { again: "1h" } })],
    });
    const failed = workFailed(lane, cause);
    if (!last) return [anHourLater, ...failed];
    const atTheEnd = mutantAt(last, {
      family: "again",
      change: "at-the-end",
      about: `The notification of the payment came once more after ${numberedCall(last)}.`,
      rules: [ruleAt(last, { notify: { again: 0 } })],
    });
    return [anHourLater, atTheEnd, ...failed];
  });
}

/** How long no query about the order is answered, and when the notification comes again. */
const OUTAGE_MS = 1_800_000;
const QUERIES = 50;

/** The handler's own query fails. If the shop acknowledges all the same, the next delivery is its only chance. */
function workFailed(lane: LaneFacts, cause: MutationPoint): readonly PlannedMutant[] {
  const { id, orderId, at } = cause.call;
  const ofOrder = callsOf(lane).filter((call) => call.orderId === orderId && call.operation.endsWith("/query"));
  const [query] = ofOrder.filter((call) => call.id > id);
  if (!query) return [];
  const after = ofOrder.filter((call) => call.id < id).length;
  const lost: Rule = {
    when: { operation: query.operation, orderId },
    ...(after > 0 && { after }),
    times: QUERIES,
    until: `${at + OUTAGE_MS - lane.facts[0]!.at}ms`,
    then: { fault: "connection-reset", placed: "after-commit" },
  };
  const isDeliveredAgain: Witness = ({ lanes }) =>
    lanes.some(({ slot, facts }) => {
      const ofPayment = facts.filter((fact) => fact.orderId === orderId && slot === lane.slot);
      const heard = ofPayment.filter((fact) => fact.kind === "notification");
      const isLost = ofPayment.some(
        (fact) => fact.kind === "call" && fact.isMutated && fact.operation === query.operation,
      );
      return isLost && heard.length > 1 && heard[0]!.why === null;
    });
  return [
    mutantAt(cause, {
      family: "again",
      change: "work-failed",
      about: `The queries after ${numberedCall(cause)} failed for half an hour, and its notification came again after an hour.`,
      rules: [ruleAt(cause, { notify: { again: "1h" } }), lost],
      witness: isDeliveredAgain,
    }),
  ];
}

/** The shop's endpoint is down for an hour. Then everything that became due arrives together. */
function downMutants(told: readonly MutationPoint[]): readonly PlannedMutant[] {
  const [first] = told;
  if (!first) return [];
  const operations = [...new Set(told.map(({ call }) => call.operation))];
  return [
    mutantAt(first, {
      family: "notice",
      change: "down-for-an-hour",
      about: "The shop's endpoint was down for an hour, and its notifications then arrived together.",
      rules: operations.map((operation) => ({ when: { operation }, then: { notify: { delay: "1h" } } })),
    }),
  ];
}
