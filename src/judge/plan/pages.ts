import type { LaneFacts } from "../observe/facts.js";
import { type Change, mutantAt, type PlannedMutant, ruleAt, type Target } from "./mutant.js";

/** What a shopper can do at each page that was paid. A shop that gives no address to come back to meets no one there. */
export function pageMutants(lane: LaneFacts, targets: readonly Target[]): readonly PlannedMutant[] {
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

function returns(target: Target): readonly Change[] {
  const page = (change: string, about: string, then: Parameters<typeof ruleAt>[1]): Change => ({
    family: "page",
    change,
    about,
    rules: [ruleAt(target, then)],
  });
  return [
    page("returns-unpaid", "The payment was declined, and the shopper opened the success address by hand.", {
      outcome: "do-not-honour",
      visits: [{ ...success, at: "after-notice" }],
    }),
    page("returns-without-notice", "The shopper paid and came back; the notice never came.", {
      notify: { drop: true },
      visits: [{ ...success, at: "after-notice" }],
    }),
    page("returns-before-notice", "The shopper paid and came back before the notice.", {
      visits: [{ ...success, at: "before-notice" }],
    }),
    page("returns-after-notice", "The shopper paid and came back after the notice.", {
      visits: [{ ...success, at: "after-notice" }],
    }),
    page("returns-twice", "The shopper paid and came back twice.", {
      visits: [
        { ...success, at: "before-notice" },
        { ...success, at: "after-notice" },
      ],
    }),
    page("never-returns", "The shopper paid, the notice never came, and the shopper never came back.", {
      notify: { drop: true },
    }),
  ];
}

const cancelsThenPays = (target: Target): Change => ({
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

const expires = (target: Target): Change => ({
  family: "page",
  change: "expires-while-paying",
  about: "The order expired while the shopper paid.",
  rules: [ruleAt(target, { meanwhile: "expire" })],
});
