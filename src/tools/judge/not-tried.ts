import type { Campaign } from "./campaign.js";
import { soldFor, USUAL } from "./mutants/amount-lists.js";
import { type PlannedMutant, shortName } from "./mutants/mutant.js";
import { callsOf } from "./observe/facts.js";
import { callOf } from "./reports/words.js";
import type { ShopRun } from "./run/shop-runner.js";
import type { JudgeReport } from "./schema/report.js";
import { idsText } from "./unproven.js";

/**
 * For each operation that the shop used, in the dry run or to recover: how many mutants of each family changed it.
 */
export function triedOf(dry: ShopRun, { tried }: Campaign): JudgeReport["tried"] {
  const used = new Map<string, JudgeReport["tried"][number]>();
  const note = (operation: string, from: "dry-run" | "recovery") => {
    if (!used.has(operation)) used.set(operation, { operation, from, families: {} });
    return used.get(operation)!;
  };
  for (const operation of operationsIn(dry)) note(operation, "dry-run");
  for (const { run } of tried) for (const operation of operationsIn(run)) note(operation, "recovery");
  for (const { mutant } of tried) {
    const { families } = note(mutant.operation, "dry-run");
    families[mutant.family] = (families[mutant.family] ?? 0) + 1;
    if (mutant.then === undefined) continue;
    const second = note(mutant.then, "recovery").families;
    second["second-fault"] = (second["second-fault"] ?? 0) + 1;
  }
  return [...used.values()];
}

const operationsIn = ({ lanes }: ShopRun): ReadonlySet<string> =>
  new Set(
    lanes.flatMap((lane) =>
      callsOf(lane)
        .filter(({ by }) => by !== "time")
        .map(({ operation }) => operation),
    ),
  );

/**
 * Faults that no mutant tried, one sentence each. First those that weren't possible with this shop, then those that
 * the judge never tries.
 */
export function notTried(
  dry: ShopRun,
  { plan, tried, pruned, represented, inconclusive }: Campaign,
): readonly string[] {
  const orders = dry.lanes.flatMap((lane) => lane.orders);
  const used = operationsIn(dry);
  const has = (last: string) => [...used].some((operation) => operation.endsWith(`/${last}`));
  const isRun = new Set(tried.map(({ mutant }) => mutant));
  const recovered = new Set(tried.flatMap(({ run }) => [...operationsIn(run)]));
  const added = [...recovered].filter(
    (operation) => !used.has(operation) && !plan.some(({ then }) => then === operation),
  );
  const notApplied = [...inconclusive].filter(([, why]) => why === "not-applied").map(([mutant]) => mutant);
  const notRun = new Set(plan.filter((mutant) => !isRun.has(mutant) && !pruned.has(mutant)));
  const untouched = [...Map.groupBy(plan, callOf)].filter(
    ([, mutants]) => mutants.some((one) => notRun.has(one)) && !mutants.some((one) => isRun.has(one)),
  );
  return [
    ...listed([...notRun], "not run"),
    ...listed(
      [...represented.keys()].filter((mutant) => !notApplied.includes(mutant)),
      "represented by another one (--whole runs each)",
    ),
    ...listed(notApplied, "not applied, so they prove nothing"),
    ...(untouched.length > 0
      ? [`No mutant ran of ${untouched.map(([call]) => call).join(", ")}: the budget was used up.`]
      : []),
    ...(added.length > 0 ? [`No second fault on ${added.map(shortName).join(", ")}, which only recoveries use.`] : []),
    ...(has("refund") ? [] : ["No refund: the dry run makes none."]),
    ...(has("void") ? [] : ["No void: the dry run makes none."]),
    ...(has("query") || recovered.has("hosted-checkout/query")
      ? []
      : ["No query: neither the dry run nor a recovery asks."]),
    ...(orders.some(({ notifyUrl }) => notifyUrl !== undefined)
      ? []
      : ["No notification: no order names an address for them."]),
    ...(orders.some(({ session }) => session !== "") ? [] : ["No hosted page: the dry run opens none."]),
    ...(soldFor(dry.lanes, USUAL)
      ? []
      : ["Other amounts: the driver does not sell for those in PAYMENT_SANDBOX_AMOUNTS."]),
    ...(dry.shopperCan?.length === 0
      ? [
          "Acts that come twice, and a changed cart: the driver lists none of its acts when PAYMENT_SANDBOX_SHOPPER is list.",
        ]
      : []),
    ...always,
  ];
}

const listed = (mutants: readonly PlannedMutant[], what: string): readonly string[] =>
  idsText(
    mutants.map(({ id }) => id),
    what,
  ).map((text) => `${text}.`);

const always: readonly string[] = [
  "Three faults or more in one run.",
  "Failures of the shop's own database, or of its network to other services.",
  "Chargebacks, and errors in the service's own books.",
];
