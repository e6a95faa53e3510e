import { defaultPolicy } from "../../core/facts/assumptions.js";
import { operationRow, operations } from "../../core/scenario/values/operations.js";
import { declineNames } from "../../core/scenario/values/outcomes.js";
import { compileGlob } from "../../core/scenario/values/pattern.js";

/** The outcomes that the service has for these operations, besides those of every call. Undefined if it is not about some. */
export async function fittingOutcomes(pattern: unknown): Promise<string | undefined> {
  if (typeof pattern !== "string" || pattern === "*") return undefined;
  const asked = operations.filter(compileGlob(pattern));
  if (asked.length === 0) return undefined;
  const { refusalsUnder } = await import("../coverage/cells.js");
  const refusals = refusalsUnder(defaultPolicy);
  const declines = asked.some((operation) => operationRow(operation).decline !== "never") ? declineNames : [];
  const names = new Set([...asked.flatMap(refusals), ...declines]);
  return names.size === 0 ? undefined : [...names].join(", ");
}
