import type { Rule } from "../../../core/scenario/rule/rule.js";
import type { Fact, LaneFacts } from "../observe/facts.js";
import {
  type Change,
  type MutationPoint,
  mutantAt,
  type PlannedMutant,
  ruleAt,
  ruleForEachAttempt,
  type Witness,
} from "./mutant.js";
import { staysUnpaid } from "./told.js";

/** What a shopper can do on each paid page. If the shop gives no return address, it sees none of this. */
export function pageMutants(lane: LaneFacts, targets: readonly MutationPoint[]): readonly PlannedMutant[] {
  return [...atPages(lane, targets), ...laterSuccesses(lane, targets)];
}

/** The shopper's attempts on the page come to nothing. One succeeds much later, but the shopper doesn't return. */
const laterSuccesses = (lane: LaneFacts, targets: readonly MutationPoint[]): readonly PlannedMutant[] =>
  pagesPaid(lane, targets).flatMap(({ paying, made, order }) => {
    const lastMs = order.expiresAt - made.call.at - LAST_MS;
    return [
      paidLate(paying, made, AFTER_DECLINE_MS, {
        family: "notice",
        change: "success-after-decline",
        about: "Each payment on the page was declined, and one went through ten minutes later.",
        then: { outcome: "do-not-honour" },
      }),
      ...(lastMs > LAST_MS
        ? [
            paidLate(paying, made, lastMs, {
              family: "page",
              change: "dawdles",
              about: "The shopper paid a minute before the order expired.",
              then: { outcome: "system-error" },
            }),
          ]
        : []),
    ];
  });

/** The shop's own job runs after the first attempt on the page, and only a later one succeeds. */
export const paidAfterJobs = (lane: LaneFacts, targets: readonly MutationPoint[]): readonly PlannedMutant[] =>
  pagesPaid(lane, targets).map(({ paying, made }) => ({
    ...paidLate(paying, made, AFTER_DECLINE_MS, {
      family: "page",
      change: "pays-after-the-job",
      about:
        "A payment on the page was declined, the shop's own job ran, and another payment went through ten minutes later.",
      then: { outcome: "do-not-honour" },
    }),
    variant: { steps: ["job"], holds: "none" },
  }));

/** Each page on which somebody paid, with the call that made it. */
function pagesPaid(lane: LaneFacts, targets: readonly MutationPoint[]) {
  return paidOnPage(targets).flatMap((paying) => {
    const { orderId } = paying.call;
    const made = targets.find(({ call }) => call.operation === "hosted-checkout/create" && call.orderId === orderId);
    const order = lane.orders.find(({ id }) => id === orderId);
    return made && order ? [{ paying, made, order }] : [];
  });
}

const AFTER_DECLINE_MS = 600_000;
const LAST_MS = 60_000;

/** The order is paid so long after it was made. Until then, each attempt ends as `then` says. */
function paidLate(
  paying: MutationPoint,
  made: MutationPoint,
  afterMs: number,
  { then, ...named }: Omit<Change, "rules" | "witness"> & { readonly then: Rule["then"] },
): PlannedMutant {
  // Counted from the lane's start. The clock of a run stands still while the shopper acts.
  const until = `${made.call.at + afterMs - made.lane.facts[0]!.at}ms`;
  return mutantAt(paying, {
    ...named,
    rules: [
      { ...ruleForEachAttempt(paying, then), until },
      ruleAt(made, { page: { auto: "pay", after: `${afterMs}ms` } }),
    ],
    witness: isOnPage(paying, (fact, first) => fact.kind === "money" && fact.at >= first.at + afterMs),
  });
}

const paidOnPage = (targets: readonly MutationPoint[]): readonly MutationPoint[] =>
  targets.filter(({ call }) => call.operation === "checkout/pay" && call.responseCode === "0000");

/** True if the page's order has such a fact. `first`: its first one. */
const isOnPage =
  ({ lane: { slot }, call: { orderId } }: MutationPoint, isIt: (fact: Fact, first: Fact) => boolean): Witness =>
  ({ lanes }) =>
    lanes.some((lane) => {
      const facts = lane.facts.filter((fact) => fact.orderId === orderId);
      return lane.slot === slot && facts.some((fact) => isIt(fact, facts[0]!));
    });

function atPages(lane: LaneFacts, targets: readonly MutationPoint[]): readonly PlannedMutant[] {
  return paidOnPage(targets).flatMap((target) => {
    const redirects = lane.orders.find(({ id }) => id === target.call.orderId)?.options.callbackUrl ?? {};
    return [
      ...(redirects.success === undefined ? [] : returns(target)),
      ...(redirects.cancel === undefined || redirects.success === undefined ? [] : [cancelsThenPays(target)]),
      expires(target),
    ].map((change) => mutantAt(target, change));
  });
}

const success = { to: "success" } as const;

function returns(target: MutationPoint): readonly Change[] {
  const page = (change: string, about: string, then: Parameters<typeof ruleAt>[1]): Change => ({
    family: "page",
    change,
    about,
    rules: [ruleAt(target, then)],
  });
  return [
    {
      family: "page",
      change: "returns-unpaid",
      about: "Each payment was declined, and the shopper opened the success address by hand.",
      rules: [ruleForEachAttempt(target, { outcome: "do-not-honour", visits: [{ ...success, at: "after-notice" }] })],
      witness: (run) =>
        isOnPage(target, ({ kind }) => kind === "redirect")(run) &&
        staysUnpaid(run.lanes, target.lane.slot, target.call.orderId),
    },
    page("returns-without-notice", "The shopper paid and came back, but the notification never came.", {
      notify: { drop: true },
      visits: [{ ...success, at: "after-notice" }],
    }),
    page("returns-before-notice", "The shopper paid and came back before the notification.", {
      visits: [{ ...success, at: "before-notice" }],
    }),
    page("returns-after-notice", "The shopper paid and came back after the notification.", {
      visits: [{ ...success, at: "after-notice" }],
    }),
    page("returns-twice", "The shopper paid and came back twice.", {
      visits: [
        { ...success, at: "before-notice" },
        { ...success, at: "after-notice" },
      ],
    }),
    page("never-returns", "The shopper paid and never came back, and the notification never came.", {
      notify: { drop: true },
    }),
  ];
}

const cancelsThenPays = (target: MutationPoint): Change => ({
  family: "page",
  change: "cancels-then-pays",
  about: "The shopper cancelled, then paid in a second tab.",
  rules: [
    ruleAt(target, {
      visits: [
        { to: "cancel", at: "before-paying" },
        { ...success, at: "after-notice" },
      ],
    }),
  ],
});

const expires = (target: MutationPoint): Change => ({
  family: "page",
  change: "expires-while-paying",
  about: "The order expired while the shopper paid.",
  rules: [ruleAt(target, { meanwhile: "expire" })],
});
