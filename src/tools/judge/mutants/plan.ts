import type { LaneFacts } from "../observe/facts.js";
import { amountMutants } from "./amounts.js";
import { callMutants, clientCopyMutants } from "./calls.js";
import { crashMutants } from "./crashes.js";
import type { ListedAct } from "./driver-act.js";
import { driverMutants } from "./driver-acts.js";
import { futureMutants } from "./future.js";
import { keylessMutants } from "./keyless.js";
import { callName, type MutationPoint, type PlannedMutant, pointName } from "./mutant.js";
import { notificationMutants } from "./notifications.js";
import { tellingFirst } from "./order.js";
import { orderMutants } from "./orders.js";
import { pageMutants } from "./pages.js";
import { extremesOf, isReversed, pointsOf } from "./points.js";
import { raceMutants } from "./races.js";
import { stateMutants } from "./state.js";

export interface PlanOptions {
  /** The delay of slow answers. Undefined: there are none. */
  readonly slow?: string | undefined;
  /** True to try every call, even if many are alike. */
  readonly triesEachCall?: boolean | undefined;
  /** How many event sequences to try per payment, at most. */
  readonly interleavings?: number | undefined;
  /** True if the judge starts the shop, so that it can kill it. */
  readonly startsShop?: boolean | undefined;
  /** True if a driver can be told by its environment what to do at the shop's pay button. */
  readonly tellsDriver?: boolean | undefined;
  /** What the driver can do, as it listed in the first run. */
  readonly driverCan?: readonly ListedAct[] | undefined;
}

/** How many event sequences per payment are tried by default. */
export const INTERLEAVINGS = 24;

export interface Plan {
  readonly mutants: readonly PlannedMutant[];
  /** What was left out, one sentence each. */
  readonly notes: readonly string[];
}

/** The mutants for a dry run, most useful first. The same dry run gives the same plan. */
export function planOf(
  lanes: readonly LaneFacts[],
  {
    slow,
    triesEachCall,
    interleavings = INTERLEAVINGS,
    startsShop = false,
    tellsDriver = false,
    driverCan,
  }: PlanOptions,
): Plan {
  const parts = lanes.map((lane) => {
    const all = pointsOf(lane);
    const { points, notes } = triesEachCall ? { points: all, notes: [] } : sampled(all);
    const mutants = [
      ...points.flatMap((point) => callMutants(point, { slow })),
      ...clientCopyMutants(points),
      ...notificationMutants(lane, points),
      ...pageMutants(points),
      ...stateMutants(points),
      ...futureMutants(points),
      ...raceMutants(points),
      ...orderMutants(points, interleavings),
      ...amountMutants(points),
      ...(tellsDriver ? driverMutants(points, driverCan) : []),
      ...(startsShop ? [...crashMutants(points), ...keylessMutants(points)] : []),
    ];
    return { mutants, notes, points };
  });
  const points = new Map(parts.flatMap((part) => part.points).map((point) => [pointName(point), point]));
  const pointOf = (mutant: PlannedMutant) => points.get(callName(mutant))!;
  return {
    mutants: tellingFirst(
      parts.flatMap(({ mutants }) => mutants),
      {
        isReversed: (mutant) => isReversed(pointOf(mutant)),
        centsOf: (mutant) => (pointOf(mutant).call.amount ?? 0) % 100,
      },
    ),
    notes: parts.flatMap(({ notes }) => notes),
  };
}

/** If more calls than this are alike, only so many are used. */
const ENOUGH = 4;

/** The calls of a dry run for which mutants are planned, and notes about the others. */
interface Sample {
  readonly points: readonly MutationPoint[];
  /** A sentence for each operation with calls that are left out. */
  readonly notes: readonly string[];
}

/**
 * Of many calls with the same operation, answer and order state, uses the first, the last, those of the smallest and of the
 * largest order, and further ones from the first on.
 */
function sampled(points: readonly MutationPoint[]): Sample {
  const groups = [...Map.groupBy(points, alike).values()];
  const kept = new Set(
    groups.flatMap((group) =>
      [...new Set([group[0]!, group.at(-1)!, ...extremesOf(group), ...group])].slice(0, ENOUGH),
    ),
  );
  const notes = groups
    .filter((group) => group.length > ENOUGH)
    .map(
      (group) =>
        `${group[0]!.call.operation}: ${group.length} calls are alike, and ${ENOUGH} of them are tried. Use --only to try another one`,
    );
  return { points: points.filter((point) => kept.has(point)), notes };
}

const alike = ({ call }: MutationPoint): string =>
  [call.operation, call.responseCode, call.http, call.orderStatus ?? "", call.fault ?? "", call.ended ?? ""].join(" ");
