import type { unpaidForgeries } from "../../../core/scenario/effects/forgeries.js";
import type { Rule } from "../../../core/scenario/rule/rule.js";
import { callsOf, isQuery, type LaneFacts } from "../observe/facts.js";
import type { Family } from "../schema/families.js";
import {
  type MutationPoint,
  mutantAt,
  type PlannedMutant,
  ruleAt,
  ruleForEachAttempt,
  type Witness,
} from "./mutant.js";
import { asks, isTold, queriesAfter, staysUnpaid } from "./told.js";

type Notify = NonNullable<Rule["then"]["notify"]>;

/** Mutants of each notification, attached to the call that caused it. */
export function notificationMutants(lane: LaneFacts, points: readonly MutationPoint[]): readonly PlannedMutant[] {
  const told = points.filter(isTold);
  return [
    ...unpaidMutants(points),
    ...lateMutants(points),
    ...told.flatMap((point, i) =>
      changesAt(told, i)
        .filter(([, , , isPossible]) => isPossible)
        .map(([change, about, notify]) =>
          mutantAt(point, `notice/${change}`, `The notification of {call} ${about}.`, { notify }),
        ),
    ),
    ...againMutants(lane, points),
    ...downMutants(told),
  ];
}

type NoticeChange = readonly [change: string, about: string, notify: Notify, isPossible: boolean];

function changesAt(told: readonly MutationPoint[], i: number): readonly NoticeChange[] {
  const point = told[i]!;
  const isSame = ({ call }: MutationPoint) => call.orderId === point.call.orderId;
  const [isFirst, isLast] = [told.slice(0, i).every(isSame), told.slice(i + 1).every(isSame)];
  const isPayment = point.call.orderId !== undefined;
  return [
    ["doubled", "came twice", { copies: 2 }, true],
    ["never", "never came", { drop: true }, true],
    ["forged-signature-alone", "never came, but one without a valid signature did", { forge: "signature" }, true],
    ...besides.map(([change, about, notify]): NoticeChange => [change, about, notify, isPayment]),
    [
      "forged-late",
      "was followed by a forged one with another amount five minutes later",
      late("amount"),
      isPayment && asks(point),
    ],
    ["before-the-answer", "came before the answer", { before: "answer" }, true],
    ["late-by-an-hour", "came an hour late", { delay: "1h" }, true],
    ["three-copies", "came three times", { copies: 3 }, true],
    ["swapped", "came after the next order's notification", { swap: true }, isPayment && !isLast],
    ["replayed", "was followed by an earlier order's notification", { replay: true }, isPayment && !isFirst],
    ["amount-signed", "had the wrong amount, signed by the service itself", { forge: "amount-signed" }, isPayment],
  ];
}

/** A later query would hide that the shop believed it. */
const late = (forge: Forged["forge"]): Notify => ({ beside: { forge, sent: "after", delay: "5m" } });
type Forged = NonNullable<Notify["beside"]>;

const besides = (
  [
    ["amount", "another amount"],
    ["status", "another status"],
    ["reference", "another reference"],
    ["signature", "no valid signature"],
  ] as const
).flatMap(([forge, what]) =>
  (["after", "before"] as const).map(
    (sent) =>
      [
        `forged-${forge}-${sent}`,
        `came ${sent === "before" ? "after" : "before"} a forged one with ${what}`,
        { beside: { forge, sent } } satisfies Notify,
      ] as const,
  ),
);

type Forgery = (typeof unpaidForgeries)[number];

/** Each with what it is called, and what the shop is told. */
const unpaid: readonly (readonly [Forgery, `${Family}/${string}`, string])[] = [
  ["unpaid", "notice/forged-for-unpaid", "a forged notification says so"],
  ["no-signature", "forged/no-signature", "one without a signature says so"],
  ["empty-signature", "forged/empty-signature", "one with an empty signature says so"],
  ["other-order", "foreign/other-order", "a genuine notification of another order came to its address"],
  [
    "other-merchant",
    "foreign/other-merchant",
    "a genuine notification of another merchant's order with its reference and amount came",
  ],
];

/** A forged notification for an order that nobody pays. The kind `other-order` needs an earlier order. */
function unpaidMutants(points: readonly MutationPoint[]): readonly PlannedMutant[] {
  const isFirst = ({ lane, call }: MutationPoint) =>
    !lane.orders.some(({ id, notifyUrl }) => id < (call.orderId ?? 0) && notifyUrl !== undefined);
  return unpaid.flatMap(([forge, kind, about]) =>
    forgedForUnpaid(points, forge)
      .filter(({ point }) => forge !== "other-order" || !isFirst(point))
      .map(({ point, rules }) =>
        mutantAt(point, kind, `The order of {call} was made, nobody paid it, and ${about}.`, rules, {
          witness: staysUnpaid(point),
        }),
      ),
  );
}

/** A query after a forged notification hides that the shop believed it, so this one comes after the queries. */
const lateMutants = (points: readonly MutationPoint[]): readonly PlannedMutant[] =>
  forgedForUnpaid(points).flatMap(({ point, rules }) => {
    const [query] = queriesAfter(point);
    if (query === undefined) return [];
    const { orderId } = point.call;
    const when = { operation: query.operation, orderId };
    const declines = rules.flatMap(({ then: { notify: _, ...then }, ...rule }): Rule[] =>
      then.outcome === undefined ? [] : [{ ...rule, then }],
    );
    return mutantAt(
      point,
      "notice/forged-late-for-unpaid",
      "The order of {call} was made, nobody paid it, and a forged notification says so five minutes after a query.",
      [{ when, times: 3, then: { notify: late("unpaid") } }, ...declines],
      { witness: (run) => staysUnpaid(point)(run) && run.lanes.some(isForgedOf(orderId)) },
    );
  });

const isForgedOf =
  (orderId: number | undefined) =>
  ({ facts }: LaneFacts): boolean =>
    facts.some((fact) => fact.kind === "notification" && fact.orderId === orderId && fact.forged !== undefined);

const declined = { outcome: "do-not-honour" } as const;

/** An order for which a notification can be forged: its payment is declined here, but was accepted in the dry run. */
export function forgedForUnpaid(
  points: readonly MutationPoint[],
  forge: Forgery = "unpaid",
): readonly { readonly point: MutationPoint; readonly rules: readonly Rule[] }[] {
  const notify: Notify = { beside: { forge, sent: "after" } };
  return points.flatMap((point) => {
    const { lane, call } = point;
    const order = lane.orders.find(({ id }) => id === call.orderId);
    const made = callsOf(lane).find(({ orderId }) => orderId === order?.id);
    if (!order?.notifyUrl || made !== call || call.by !== "shop") return [];
    const paying = points.find((one) => one.call.operation === "checkout/pay" && one.call.orderId === order.id);
    const onPage = [ruleAt(point, { notify }), ...(paying ? [ruleForEachAttempt(paying, declined)] : [])];
    return [{ point, rules: order.session !== "" ? onPage : [ruleAt(point, { notify, ...declined })] }];
  });
}

/** The genuine notification of a payment is sent again: an hour later, after the last call about its order, and once others changed it. */
const againMutants = (lane: LaneFacts, points: readonly MutationPoint[]): readonly PlannedMutant[] =>
  lane.notifications.flatMap(({ causedBy, orderId, isHttp, about }) => {
    const cause = points.find(({ call }) => call.id === causedBy);
    if (!isHttp || about !== "payment" || !cause) return [];
    const last = points.findLast(({ call }) => call.orderId === orderId && call.by === "shop" && call.id > causedBy);
    return [
      mutantAt(cause, "again/an-hour-later", "The notification of {call} came once more an hour later.", {
        notify: { again: "1h" },
      }),
      ...(last
        ? [
            mutantAt(last, "again/at-the-end", "The notification of the payment came once more after {call}.", {
              notify: { again: 0 },
            }),
          ]
        : []),
      ...onceChanged(cause, points),
      ...workFailed(cause),
    ];
  });

/** The shop's last query shows that the order was settled, or refunded by hand. Then the copy says SUCCESS. */
function onceChanged(cause: MutationPoint, points: readonly MutationPoint[]): readonly PlannedMutant[] {
  const { lane } = cause;
  const { id, orderId } = cause.call;
  const last = points.findLast(({ call }) => call.orderId === orderId && isQuery(call) && call.id > id);
  if (last === undefined || !["SUCCESS", "SETTLED"].includes(last.call.orderStatus ?? "")) return [];
  const { operation } = last.call;
  const before = callsOf(lane).filter((call) => call.orderId === orderId && isQuery(call) && call.id < last.call.id);
  const isAskedOnce = before.every((call) => call.id < id);
  const copy: Rule["then"] = { notify: { again: 0 } };
  /** A shop that asked once saw SUCCESS: it sees the change if it asks because of the copy. */
  const later: Rule = { when: { operation, orderId }, after: before.length, times: 1, then: { meanwhile: "settle" } };
  const asksAgain: Witness = ({ lanes }) =>
    lanes.some(({ facts }) => {
      const changed = facts.filter((fact) => fact.kind === "call" && fact.isMutated && fact.orderId === orderId);
      return changed.length > 1;
    });
  const settled = "The order was settled, and the notification of its payment came once more after {call}.";
  const refunded =
    "Someone refunded the order in the back office before {call}, and the notification of its payment came once more.";
  return [
    ...(last.call.orderStatus === "SETTLED"
      ? []
      : [
          isAskedOnce
            ? mutantAt(last, "again/once-settled", settled, [ruleAt(last, copy), later], { witness: asksAgain })
            : mutantAt(last, "again/once-settled", settled, { ...copy, meanwhile: "settle" }),
        ]),
    mutantAt(last, "again/once-refunded", refunded, { ...copy, meanwhile: "refund" }),
  ];
}

/** How long no query about the order is answered, and when the notification comes again. */
const OUTAGE_MS = 1_800_000;
const QUERIES = 50;

/** The handler's own query fails. If the shop acknowledges all the same, the next delivery is its only chance; if not, it comes sooner. */
function workFailed(cause: MutationPoint): readonly PlannedMutant[] {
  const { lane } = cause;
  const { id, orderId, at } = cause.call;
  const [query] = queriesAfter(cause);
  if (!query) return [];
  const after = callsOf(lane).filter((call) => call.orderId === orderId && isQuery(call) && call.id < id).length;
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
      return isLost && heard.length > 1;
    });
  return [
    mutantAt(
      cause,
      "again/work-failed",
      "The queries after {call} failed for half an hour, and its notification came again after an hour.",
      [ruleAt(cause, { notify: { again: "1h" } }), lost],
      { witness: isDeliveredAgain },
    ),
  ];
}

/** The shop's endpoint is down for an hour. Then everything that became due arrives together. */
function downMutants(told: readonly MutationPoint[]): readonly PlannedMutant[] {
  const operations = [...new Set(told.map(({ call }) => call.operation))];
  return told.slice(0, 1).map((first) =>
    mutantAt(
      first,
      "notice/down-for-an-hour",
      "The shop's endpoint was down for an hour, and its notifications then arrived together.",
      operations.map((operation) => ({ when: { operation }, then: { notify: { delay: "1h" } } })),
    ),
  );
}
