import type { Rule } from "../../../core/scenario/rule/rule.js";
import { copiesOf } from "./calls.js";
import type { DriverAct, ListedAct } from "./driver-act.js";
import { type MutationPoint, mutantAt, type PlannedMutant } from "./mutant.js";
import { paidAfterJobs } from "./pages.js";

/** People click twice because the answer is slow, so the second click comes while the first one waits. So do workers. */
const GATE_MS = 1_000;
const waiting = (name: string): Rule["then"] => ({ gate: { name, idleMs: GATE_MS } });

/** The service behaves as usual. The delay of 0 only makes the rule fire, so that the call is marked. */
const usual: Rule["then"] = { delay: 0 };

type Asked = readonly [DriverAct, kind: Parameters<typeof mutantAt>[1], about: string, then: Rule["then"]];

/** What a shopper can do with a page, and which a driver may be asked for. */
const ofPage: readonly Asked[] = [
  [
    "double-click",
    "shopper/double-click",
    "The shopper double-clicked the shop's pay button.",
    waiting("double-click"),
  ],
  [
    "form-twice",
    "shopper/form-twice",
    "The form of the shop's pay button came twice: the browser lost the answer, and sent it again.",
    usual,
  ],
  ["pay-again", "shopper/pay-again", "The shopper paid, went back and clicked the shop's pay button again.", usual],
];

/** The same, if the driver lists them. */
const ofListedPage: readonly Asked[] = [
  [
    "two-pages",
    "page/two-pages",
    "The shopper opened the payment page of one cart in two tabs, and paid in both.",
    usual,
  ],
  [
    "change-cart",
    "cart/changed",
    "The cart changed after its payment page was opened, and the shopper paid on that page.",
    usual,
  ],
];

/** The operations of the acts that a driver can do twice. */
const operations = { refund: /\/refund$/, void: /\/void$/, renew: /\/recurring$/ } as const;

/**
 * What the judge asks of a driver: a click too many at the shop's pay button, and acts that it listed in the first run.
 * Those of a page are for the first order in the lane that was paid.
 */
export function driverMutants(
  points: readonly MutationPoint[],
  can: readonly ListedAct[] = [],
): readonly PlannedMutant[] {
  const page = points.find((point) => isPaidPage(point, points));
  const doubled = (Object.keys(operations) as (keyof typeof operations)[]).flatMap((act) => doubledAt(points, act));
  const listed = [...doubled, ...askedAt(page, ofListedPage)].filter(({ shopper }) =>
    can.some((one) => one === shopper),
  );
  return [...askedAt(page, ofPage), ...listed, ...(can.includes("jobs") ? paidAfterJobs(points) : [])];
}

/** The act comes twice: at the same moment, and once more after its answer was lost. */
function doubledAt(points: readonly MutationPoint[], act: keyof typeof operations): readonly PlannedMutant[] {
  const first = points.find(
    ({ call }) => call.by === "shop" && call.responseCode === "0000" && operations[act].test(call.operation),
  );
  const copies = copiesOf(first?.call.operation ?? "", "after-commit");
  return askedAt(first, [
    [`${act}-twice`, "double/at-once", "The shop was asked for {call} twice at the same moment.", waiting("double")],
    [
      `${act}-again`,
      "double/after-a-loss",
      "The answer to {call} was lost, and the shop was asked for it again.",
      { fault: "connection-reset", placed: "after-commit", ...copies },
    ],
  ]);
}

const askedAt = (point: MutationPoint | undefined, all: readonly Asked[]): readonly PlannedMutant[] =>
  point === undefined
    ? []
    : all.map(([act, kind, about, then]) =>
        mutantAt(point, kind, about, then, { shopper: act, witness: ({ shopperDid }) => shopperDid === act }),
      );

/** True for the shop's call that made a page on which the shopper paid. */
const isPaidPage = ({ call }: MutationPoint, points: readonly MutationPoint[]): boolean =>
  call.operation === "hosted-checkout/create" &&
  call.by === "shop" &&
  points.some(
    (one) =>
      one.call.operation === "checkout/pay" && one.call.responseCode === "0000" && one.call.orderId === call.orderId,
  );
