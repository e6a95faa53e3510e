import type { Rule } from "../../../core/scenario/rule/rule.js";
import type { LaneFacts } from "../observe/facts.js";
import { copiesOf } from "./calls.js";
import type { DriverAct, ListedAct } from "./driver-act.js";
import { type Change, type MutationPoint, mutantAt, numberedCall, type PlannedMutant, ruleAt } from "./mutant.js";
import { paidAfterJobs } from "./pages.js";

/** People click twice because the answer is slow, so the second click comes while the first one waits. So do workers. */
const GATE_MS = 1_000;
const waiting = (name: string): Rule["then"] => ({ gate: { name, idleMs: GATE_MS } });

/** The service behaves as usual. The delay of 0 only makes the rule fire, so that the call is marked. */
const usual: Rule["then"] = { delay: 0 };

/** The operations of the acts that a driver can do twice. */
const operations = { refund: /\/refund$/, void: /\/void$/, renew: /\/recurring$/ } as const;

/**
 * What the judge asks of a driver: a click too many at the shop's pay button, and acts that it listed in the first run.
 * Those of a page are for the first order in the lane that was paid.
 */
export function driverMutants(
  lane: LaneFacts,
  points: readonly MutationPoint[],
  can: readonly ListedAct[] = [],
): readonly PlannedMutant[] {
  const [page] = paidOnPage(points);
  const listed = [
    ...(Object.keys(operations) as (keyof typeof operations)[]).flatMap((act) => doubled(points, act)),
    ...(page ? twoPages(page) : []),
  ].filter(({ shopper }) => can.some((one) => one === shopper));
  return [...(page ? clicks(page) : []), ...listed, ...(can.includes("jobs") ? paidAfterJobs(lane, points) : [])];
}

/** The shopper clicks the shop's pay button once too often. */
const clicks = (page: MutationPoint): readonly PlannedMutant[] =>
  (
    [
      ["double-click", "The shopper double-clicked the shop's pay button.", waiting("double-click")],
      [
        "form-twice",
        "The form of the shop's pay button came twice: the browser lost the answer, and sent it again.",
        usual,
      ],
      ["pay-again", "The shopper paid, went back and clicked the shop's pay button again.", usual],
    ] as const
  ).map(([act, about, then]) => asked(page, act, { family: "shopper", change: act, about, then }));

const twoPages = (page: MutationPoint): readonly PlannedMutant[] => [
  asked(page, "two-pages", {
    family: "page",
    change: "two-pages",
    about: "The shopper opened the payment page of one cart in two tabs, and paid in both.",
    then: usual,
  }),
  asked(page, "change-cart", {
    family: "cart",
    change: "changed",
    about: "The cart changed after its payment page was opened, and the shopper paid on that page.",
    then: usual,
  }),
];

/** The act comes twice: at the same moment, and once more after its answer was lost. */
function doubled(points: readonly MutationPoint[], act: keyof typeof operations): readonly PlannedMutant[] {
  const first = points.find(
    ({ call }) => call.by === "shop" && call.responseCode === "0000" && operations[act].test(call.operation),
  );
  if (!first) return [];
  return [
    asked(first, `${act}-twice`, {
      family: "double",
      change: "at-once",
      about: `The shop was asked for ${numberedCall(first)} twice at the same moment.`,
      then: waiting("double"),
    }),
    asked(first, `${act}-again`, {
      family: "double",
      change: "after-a-loss",
      about: `The answer to ${numberedCall(first)} was lost, and the shop was asked for it again.`,
      then: { fault: "connection-reset", placed: "after-commit", ...copiesOf(first.call.operation, "after-commit") },
    }),
  ];
}

const asked = (
  point: MutationPoint,
  act: DriverAct,
  { then, ...change }: Pick<Change, "family" | "change" | "about"> & { readonly then: Rule["then"] },
): PlannedMutant => ({
  ...mutantAt(point, { ...change, rules: [ruleAt(point, then)], witness: ({ shopperDid }) => shopperDid === act }),
  shopper: act,
});

/** The shop's calls that made the pages on which the shopper paid. */
function paidOnPage(points: readonly MutationPoint[]): readonly MutationPoint[] {
  const isPaid = ({ call }: MutationPoint) => call.operation === "checkout/pay" && call.responseCode === "0000";
  const paid = new Set(points.filter(isPaid).map(({ call }) => call.orderId));
  return points.filter(
    ({ call }) => call.operation === "hosted-checkout/create" && call.by === "shop" && paid.has(call.orderId),
  );
}
