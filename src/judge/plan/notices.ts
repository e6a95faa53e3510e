import type { Rule } from "../../scenario/rule.js";
import type { LaneFacts } from "../observe/facts.js";
import { type Change, mutantAt, nameOf, type PlannedMutant, ruleAt, type Target } from "./mutant.js";

type Notify = NonNullable<Rule["then"]["notify"]>;

/** What can happen to each notice: at the call that caused it. */
export function noticeMutants(lane: LaneFacts, targets: readonly Target[]): readonly PlannedMutant[] {
  const told = targets.filter(({ call }) =>
    lane.notices.some(({ causedBy, isHttp }) => isHttp && causedBy === call.id),
  );
  return [
    ...told.flatMap((target, i) =>
      changesAt(target, { isFirst: isOfFirstOrder(told, i), isLast: isOfLastOrder(told, i) }).map((change) =>
        mutantAt(target, change),
      ),
    ),
    ...unpaidMutants(lane, targets),
  ];
}

const isOfFirstOrder = (told: readonly Target[], i: number): boolean =>
  told.slice(0, i).every(({ call }) => call.orderId === told[i]!.call.orderId);
const isOfLastOrder = (told: readonly Target[], i: number): boolean =>
  told.slice(i + 1).every(({ call }) => call.orderId === told[i]!.call.orderId);

interface Among {
  /** Whether no other order was told of before, or after. */
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

function changesAt(target: Target, { isFirst, isLast }: Among): readonly Change[] {
  const isPayment = target.call.orderId !== undefined;
  const at = (change: string, about: string, notify: Notify): Change => ({
    family: "notice",
    change,
    about: `The notice of ${nameOf(target)} ${about}.`,
    rules: [ruleAt(target, { notify })],
  });
  return [
    ...(isPayment ? besides.map(([change, about, notify]) => at(change, about, notify)) : []),
    at("forged-signature-alone", "never came; one without a valid signature did", { forge: "signature" }),
    at("never", "never came", { drop: true }),
    at("late-by-an-hour", "came an hour late", { delay: "1h" }),
    at("before-the-answer", "came before the answer", { before: "answer" }),
    at("doubled", "came twice", { copies: 2 }),
    at("three-copies", "came three times", { copies: 3 }),
    ...(isPayment && !isLast ? [at("swapped", "came behind that of the next order", { swap: true })] : []),
    ...(isPayment && !isFirst ? [at("replayed", "was followed by that of an earlier order", { replay: true })] : []),
    ...(isPayment
      ? [at("amount-signed", "told another amount, signed by the service itself", { forge: "amount-signed" })]
      : []),
  ];
}

const forged = {
  amount: "another amount",
  status: "another status",
  reference: "another reference",
  signature: "no valid signature",
} as const;

const besides = (Object.keys(forged) as (keyof typeof forged)[]).flatMap((forge) =>
  (["before", "after"] as const).map(
    (sent) =>
      [
        `forged-${forge}-${sent}`,
        `came ${sent === "before" ? "behind" : "before"} a forged one with ${forged[forge]}`,
        { beside: { forge, sent } } as Notify,
      ] as const,
  ),
);

/** A forged notice for an order that nobody pays: its payment is declined, where the dry run paid it. */
function unpaidMutants(lane: LaneFacts, targets: readonly Target[]): readonly PlannedMutant[] {
  return targets.flatMap((target) => {
    const order = lane.orders.find(({ id }) => id === target.call.orderId);
    const made = lane.facts.find((fact) => fact.kind === "call" && fact.orderId === order?.id);
    if (!order?.notifyUrl || made !== target.call || target.call.by !== "shop") return [];
    const notify: Notify = { beside: { forge: "unpaid", sent: "after" } };
    const isPage = order.session !== "";
    const paying = targets.find(({ call }) => call.operation === "checkout/pay" && call.orderId === order.id);
    const declined = { outcome: "do-not-honour" } as const;
    return mutantAt(target, {
      family: "notice",
      change: "forged-for-unpaid",
      about: `Nobody paid the order of ${nameOf(target)}, and a forged notice says so.`,
      rules: isPage
        ? [ruleAt(target, { notify }), ...(paying ? [ruleAt(paying, declined)] : [])]
        : [ruleAt(target, { notify, ...declined })],
    });
  });
}
