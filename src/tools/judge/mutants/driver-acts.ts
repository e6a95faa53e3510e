import type { LaneFacts } from "../observe/facts.js";
import { copiesOf } from "./calls.js";
import type { DriverAct, ListedAct } from "./driver-act.js";
import { type Change, type MutationPoint, mutantAt, numberedCall, type PlannedMutant, ruleAt } from "./mutant.js";
import { paidAfterJobs } from "./pages.js";
import { paidOnPage } from "./shopper.js";

/** Two workers or two clicks come while the first call waits. */
const GATE_MS = 1_000;

/** The operations of the acts that a driver can do twice. */
const operations = { refund: /\/refund$/, void: /\/void$/, renew: /\/recurring$/ } as const;

/** Acts that only the driver can do, as far as it listed them in the first run. */
export function driverMutants(
  lane: LaneFacts,
  points: readonly MutationPoint[],
  can: readonly ListedAct[] = [],
): readonly PlannedMutant[] {
  const [page] = paidOnPage(points);
  const all = [
    ...(Object.keys(operations) as (keyof typeof operations)[]).flatMap((act) => doubled(points, act)),
    ...(page ? [twoPages(page), changedCart(page)] : []),
  ];
  return [
    ...all.filter(({ shopper }) => can.some((one) => one === shopper)),
    ...(can.includes("jobs") ? paidAfterJobs(lane, points) : []),
  ];
}

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
      rules: [ruleAt(first, { gate: { name: "double", idleMs: GATE_MS } })],
    }),
    asked(first, `${act}-again`, {
      family: "double",
      change: "after-a-loss",
      about: `The answer to ${numberedCall(first)} was lost, and the shop was asked for it again.`,
      rules: [
        ruleAt(first, {
          fault: "connection-reset",
          placed: "after-commit",
          ...copiesOf(first.call.operation, "after-commit"),
        }),
      ],
    }),
  ];
}

/** The service behaves as usual. The delay of 0 only makes the rule fire, so that the call is marked. */
const usual = { delay: 0 } as const;

const twoPages = (page: MutationPoint): PlannedMutant =>
  asked(page, "two-pages", {
    family: "page",
    change: "two-pages",
    about: "The shopper opened the payment page of one cart in two tabs, and paid in both.",
    rules: [ruleAt(page, usual)],
  });

const changedCart = (page: MutationPoint): PlannedMutant =>
  asked(page, "change-cart", {
    family: "cart",
    change: "changed",
    about: "The cart changed after its payment page was opened, and the shopper paid on that page.",
    rules: [ruleAt(page, usual)],
  });

const asked = (point: MutationPoint, act: DriverAct, change: Change): PlannedMutant => ({
  ...mutantAt(point, { ...change, witness: ({ shopperDid }) => shopperDid === act }),
  shopper: act,
});
