import type { Rule } from "../../../core/scenario/rule/rule.js";
import type { Fact } from "../observe/facts.js";
import {
  type MutationPoint,
  mutantAt,
  type PlannedMutant,
  ruleAt,
  ruleForEachAttempt,
  type Witness,
} from "./mutant.js";
import { staysUnpaid } from "./told.js";

/** What a shopper can do on each paid page. If the shop gives no return address, it sees none of this. */
export const pageMutants = (points: readonly MutationPoint[]): readonly PlannedMutant[] => [
  ...points.filter(isPaidOnPage).flatMap(visitsAt),
  ...pagesPaid(points).flatMap(laterSuccesses),
];

const isPaidOnPage = ({ call }: MutationPoint): boolean =>
  call.operation === "checkout/pay" && call.responseCode === "0000";

const unheard = { drop: true } as const;
const early = { to: "success", at: "before-notice" } as const;
const late = { to: "success", at: "after-notice" } as const;

type Visit = readonly [change: string, about: string, then: Rule["then"]];

/** A shopper who pays, and comes back to the success address in one way or another. */
const returns: readonly Visit[] = [
  ["without-notice", "came back, but the notification never came", { notify: unheard, visits: [late] }],
  ["before-notice", "came back before the notification", { visits: [early] }],
  ["after-notice", "came back after the notification", { visits: [late] }],
  ["twice", "came back twice", { visits: [early, late] }],
];

function visitsAt(point: MutationPoint): readonly PlannedMutant[] {
  const { success, cancel } = point.lane.orders.find(({ id }) => id === point.call.orderId)?.options.callbackUrl ?? {};
  const neverReturns = "The shopper paid and never came back, and the notification never came.";
  const cancels = "The shopper cancelled, then paid in a second tab.";
  return [
    ...(success === undefined
      ? []
      : [
          mutantAt(
            point,
            "page/returns-unpaid",
            "Each payment was declined, and the shopper opened the success address by hand.",
            [ruleForEachAttempt(point, { outcome: "do-not-honour", visits: [late] })],
            { witness: (run) => isOnPage(point, ({ kind }) => kind === "redirect")(run) && staysUnpaid(point)(run) },
          ),
          ...returns.map(([way, about, then]) =>
            mutantAt(point, `page/returns-${way}`, `The shopper paid and ${about}.`, then),
          ),
          mutantAt(point, "page/never-returns", neverReturns, { notify: unheard }),
        ]),
    ...(success === undefined || cancel === undefined
      ? []
      : [
          mutantAt(point, "page/cancels-then-pays", cancels, {
            visits: [{ to: "cancel", at: "before-paying" }, late],
          }),
        ]),
    mutantAt(point, "page/expires-while-paying", "The order expired while the shopper paid.", { meanwhile: "expire" }),
  ];
}

/** The shopper's attempts on the page come to nothing. One succeeds much later, but the shopper doesn't return. */
function laterSuccesses(page: PaidPage): readonly PlannedMutant[] {
  const lastMs = page.order.expiresAt - page.made.call.at - LAST_MS;
  return [
    paidLate(page, {
      kind: "notice/success-after-decline",
      about: "Each payment on the page was declined, and one went through ten minutes later.",
    }),
    ...(lastMs > LAST_MS
      ? [
          paidLate(page, {
            kind: "page/dawdles",
            about: "The shopper paid a minute before the order expired.",
            afterMs: lastMs,
            outcome: "system-error",
          }),
        ]
      : []),
  ];
}

/** The shop's own job runs after the first attempt on the page, and only a later one succeeds. */
export const paidAfterJobs = (points: readonly MutationPoint[]): readonly PlannedMutant[] =>
  pagesPaid(points).map((page) => ({
    ...paidLate(page, {
      kind: "page/pays-after-the-job",
      about:
        "A payment on the page was declined, the shop's own job ran, and another payment went through ten minutes later.",
    }),
    variant: { steps: ["job"], holds: "none" },
  }));

type PaidPage = ReturnType<typeof pagesPaid>[number];

/** Each page on which somebody paid, with the call that made it. */
const pagesPaid = (points: readonly MutationPoint[]) =>
  points.filter(isPaidOnPage).flatMap((paying) => {
    const { orderId } = paying.call;
    const made = points.find(({ call }) => call.operation === "hosted-checkout/create" && call.orderId === orderId);
    const order = paying.lane.orders.find(({ id }) => id === orderId);
    return made && order ? [{ paying, made, order }] : [];
  });

const AFTER_DECLINE_MS = 600_000;
const LAST_MS = 60_000;

interface LatePayment {
  readonly kind: Parameters<typeof mutantAt>[1];
  readonly about: string;
  /** How long after the order was made. Until then, each attempt ends with the outcome. */
  readonly afterMs?: number;
  readonly outcome?: "do-not-honour" | "system-error";
}

function paidLate(
  { paying, made }: PaidPage,
  { kind, about, afterMs = AFTER_DECLINE_MS, outcome = "do-not-honour" }: LatePayment,
): PlannedMutant {
  // Counted from the lane's start. The clock of a run stands still while the shopper acts.
  const until = `${made.call.at + afterMs - made.lane.facts[0]!.at}ms`;
  return mutantAt(
    paying,
    kind,
    about,
    [
      { ...ruleForEachAttempt(paying, { outcome }), until },
      ruleAt(made, { page: { auto: "pay", after: `${afterMs}ms` } }),
    ],
    { witness: isOnPage(paying, (fact, first) => fact.kind === "money" && fact.at >= first.at + afterMs) },
  );
}

/** True if the page's order has such a fact. `first`: its first one. */
const isOnPage =
  ({ lane: { slot }, call: { orderId } }: MutationPoint, isIt: (fact: Fact, first: Fact) => boolean): Witness =>
  ({ lanes }) =>
    lanes.some((lane) => {
      const facts = lane.facts.filter((fact) => fact.orderId === orderId);
      return lane.slot === slot && facts.some((fact) => isIt(fact, facts[0]!));
    });
