import type { MutationPoint } from "./mutant.js";

/** If more calls than this are alike, only the first ones and the last are used. */
const ENOUGH = 4;

/** The calls of a dry run for which mutants are planned, and notes about the others. */
export interface Sample {
  readonly points: readonly MutationPoint[];
  /** A sentence for each operation with calls that are left out. */
  readonly notes: readonly string[];
}

/** Of many calls with the same operation, answer and order state, uses the first three and the last. */
export function sampled(points: readonly MutationPoint[]): Sample {
  const groups = [...Map.groupBy(points, alike).values()];
  const kept = new Set(
    groups.flatMap((group) => (group.length > ENOUGH ? [...group.slice(0, ENOUGH - 1), group.at(-1)!] : group)),
  );
  const notes = groups
    .filter((group) => group.length > ENOUGH)
    .map(
      (group) =>
        `${group[0]!.call.operation}: ${group.length} calls are alike, and ${ENOUGH} of them were tried. Use --only to try another one`,
    );
  return { points: points.filter((point) => kept.has(point)), notes };
}

const alike = ({ call }: MutationPoint): string =>
  [call.operation, call.responseCode, call.http, call.orderStatus ?? "", call.fault ?? "", call.ended ?? ""].join(" ");
