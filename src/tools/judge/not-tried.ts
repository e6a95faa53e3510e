import { type Campaign, notAppliedIn } from "./campaign.js";
import { isRefusedEarly } from "./first-run.js";
import { soldFor, TWINS, USUAL } from "./mutants/amount-lists.js";
import { type PlannedMutant, shortName } from "./mutants/mutant.js";
import { type CallFact, callsOf, isQuery, shopCallsOf } from "./observe/facts.js";
import { callOf } from "./reports/words.js";
import type { ShopRun } from "./run/shop-runner.js";
import { isAccusation, type Verdict } from "./schema/verdicts.js";
import { idsText } from "./unproven.js";

/** What the shop called, without calls that no mutant could change. */
const operationsIn = ({ lanes }: ShopRun): ReadonlySet<string> =>
  new Set(
    lanes.flatMap((lane) =>
      callsOf(lane)
        .filter((call) => call.by === "shop" && !isRefusedEarly(call))
        .map(({ operation }) => operation),
    ),
  );

/**
 * Faults that no mutant tried, one sentence each. First those that weren't possible with this shop, then those that
 * the judge never tries.
 */
export function notTried(dry: ShopRun, campaign: Campaign): readonly string[] {
  const { plan, tried, skipped, withoutSecond } = campaign;
  const orders = dry.lanes.flatMap((lane) => lane.orders);
  const used = operationsIn(dry);
  const has = (last: string) => [...used].some((operation) => operation.endsWith(`/${last}`));
  const isRun = new Set(tried.map(({ mutant }) => mutant));
  const recovered = new Set(tried.flatMap(({ run }) => [...operationsIn(run)]));
  const added = [...recovered].filter(
    (operation) => !used.has(operation) && !plan.some(({ then }) => then === operation),
  );
  const represented = plan.filter((mutant) => {
    const { verdict, by } = skipped.get(mutant) ?? {};
    return by && verdict !== "not-applied";
  });
  const notRun = new Set(plan.filter((mutant) => !isRun.has(mutant) && !skipped.has(mutant)));
  const untouched = [...Map.groupBy(plan, callOf)].filter(
    ([, mutants]) => mutants.some((one) => notRun.has(one)) && !mutants.some((one) => isRun.has(one)),
  );
  return [
    ...listed([...notRun], "not run"),
    ...listed(represented, "represented by another one (--whole runs each)"),
    ...[...notAppliedIn(campaign)].flatMap(([why, mutants]) => listed(mutants, `not applied, since ${why}`)),
    ...[...Map.groupBy(withoutSecond.keys(), (mutant) => whyNoSecond(withoutSecond.get(mutant)!))].flatMap(
      ([why, mutants]) => listed(mutants, `without a second fault, since ${why}`),
    ),
    ...(untouched.length > 0
      ? [`No mutant ran of ${untouched.map(([call]) => call).join(", ")}: the budget was used up.`]
      : []),
    ...(added.length > 0
      ? [
          `No second fault on ${added.map(shortName).join(", ")}: the first run makes no such call, only what the shop did after a fault. Let your test make one without a fault, such as by a cart that is declined.`,
        ]
      : []),
    ...(has("refund") ? [] : ["No refund: the dry run carries none out."]),
    ...(has("void") ? [] : ["No void: the dry run carries none out."]),
    ...(has("query") || recovered.has("hosted-checkout/query")
      ? []
      : ["No query: neither the dry run nor a recovery asks."]),
    ...(orders.length === 0 || dry.lanes.some((lane) => shopCallsOf(lane).some(asksOfPaid)) ? [] : [NEVER_ASKS]),
    ...(orders.some(({ notifyUrl }) => notifyUrl !== undefined)
      ? []
      : ["No notification: no order names an address for them."]),
    ...(orders.some(({ session }) => session !== "") ? [] : ["No hosted page: the dry run opens none."]),
    ...(soldFor(dry.lanes, USUAL)
      ? []
      : [
          "Other amounts: nothing was sold for those in PAYMENT_SANDBOX_AMOUNTS (of a function: `amounts` in its second argument).",
        ]),
    ...withoutTwins(dry, campaign),
    ...(dry.shopperCan?.length === 0
      ? [
          "Acts that come twice, and a changed cart: the driver lists none of its acts when PAYMENT_SANDBOX_SHOPPER is list (docs: The driver's acts).",
        ]
      : []),
    ...always,
  ];
}

const asksOfPaid = (call: CallFact): boolean =>
  isQuery(call) && (call.orderStatus === "SUCCESS" || call.orderStatus === "SETTLED");
const NEVER_ASKS =
  "A refund made by hand in the back office: the dry run queries no paid order, and no notification tells of a refund, so a shop that never learns of one is not seen. Let your shop query paid orders, for example once a day, and let your test run that.";

const whyNoSecond = (verdict: Verdict): string => {
  if (verdict === "unstable") return "a finding after the first did not repeat";
  return isAccusation(verdict) ? "the shop did not survive the first" : `the first is ${verdict}`;
};

/** A shop that books notifications by their amount is found only if two orders have the same. */
function withoutTwins({ lanes }: ShopRun, { tried }: Campaign): readonly string[] {
  const orders = lanes.flatMap((lane) => lane.orders);
  const sums = new Set(orders.map(({ amount, currency }) => `${amount} ${currency}`));
  const isTried = tried.some(({ mutant }) => mutant.amounts === TWINS);
  if (isTried || sums.size < orders.length || orders.every(({ notifyUrl }) => notifyUrl === undefined)) return [];
  const next =
    orders.length > 1 && soldFor(lanes, USUAL)
      ? "--only '*/amounts/twins' makes two."
      : "Sell two for the same amount, or for those in PAYMENT_SANDBOX_AMOUNTS.";
  return [
    `Two orders with the same amount: there were none, so a shop that books a notification on an order by its amount is not seen. ${next}`,
  ];
}

const listed = (mutants: readonly PlannedMutant[], what: string): readonly string[] =>
  idsText(
    mutants.map(({ id }) => id),
    what,
  ).map((text) => `${text}.`);

/** What no shop is tried with. */
export const always: readonly string[] = [
  "Three faults or more in one run, other than an outage of the queries.",
  "Failures of the shop's own database, or of its network to other services.",
  "Chargebacks, and errors in the service's own books.",
];
