import { operationRow, operations } from "../../core/scenario/values/operations.js";
import { declineNames } from "../../core/scenario/values/outcomes.js";
import { compileGlob } from "../../core/scenario/values/pattern.js";

/** The outcomes that the service has for these operations, besides those of every call. Undefined if it is not about some. */
export function fittingOutcomes(pattern: unknown): string | undefined {
  if (typeof pattern !== "string" || pattern === "*") return undefined;
  const rows = operations.filter(compileGlob(pattern)).map(operationRow);
  const declines = rows.some(({ decline }) => decline !== "never") ? declineNames : [];
  const names = new Set([...rows.flatMap(({ refusals }) => refusals), ...declines]);
  return names.size === 0 ? undefined : [...names].join(", ");
}
