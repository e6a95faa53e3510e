import { parseDuration } from "../../scenario/values/duration.js";
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
  return [...atPages(lane, targets), ...laterSuccesses(targets)];
}

/** A payment on the page is declined. A later one succeeds, but the shopper doesn't return. */
const laterSuccesses = (targets: readonly MutationPoint[]): readonly PlannedMutant[] =>
  targets
    .filter(({ call }) => call.operation === "checkout/pay" && call.responseCode === "0000")
    .flatMap((paying) => {
      const made = targets.find(
        ({ call }) => call.operation === "hosted-checkout/create" && call.orderId === paying.call.orderId,
      );
      if (!made) return [];
      return mutantAt(paying, {
        family: "notice",
        change: "success-after-decline",
        about: "Each payment on the page was declined, and one went through ten minutes later.",
        rules: [
          { ...ruleForEachAttempt(paying, { outcome: "do-not-honour" }), until: soonBefore(made) },
          ruleAt(made, { page: { auto: "pay", after: LATER } }),
        ],
        witness: isOnPage(paying, (fact) => fact.kind === "money" && fact.at >= laterAt(made)),
      });
    });
const LATER = "10m";
const laterAt = ({ call }: MutationPoint): number => call.at + parseDuration(LATER);
/** As a duration since the lane's start. The clock of a run stands still while the shopper acts. */
const soonBefore = (made: MutationPoint): string => `${laterAt(made) - made.lane.facts[0]!.at - 1000}ms`;

/** True if the page's order has such a fact. */
const isOnPage =
  ({ lane: { slot }, call: { orderId } }: MutationPoint, isIt: (fact: Fact) => boolean): Witness =>
  ({ lanes }) =>
    lanes.some((lane) => lane.slot === slot && lane.facts.some((fact) => fact.orderId === orderId && isIt(fact)));

function atPages(lane: LaneFacts, targets: readonly MutationPoint[]): readonly PlannedMutant[] {
  return targets
    .filter(({ call }) => call.operation === "checkout/pay" && call.responseCode === "0000")
    .flatMap((target) => {
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
