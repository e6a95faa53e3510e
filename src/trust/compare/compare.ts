import { objectIn } from "../../package/json.js";
import { operationOf, paramsIn, type Recorded } from "../recording/exchange.js";
import type { Shadow } from "./shadow.js";

/** A call with different answers. */
export interface Differing {
  /** The number of the call in the recording, from 1. */
  readonly call: number;
  readonly operation: string;
  readonly lines: readonly string[];
}

/** Compares the sandbox's answers with the service's, call by call. Skips calls without a complete answer. */
export async function compareRecording(
  recorded: readonly Recorded[],
  shadow: Shadow,
): Promise<{ readonly compared: number; readonly differing: readonly Differing[] }> {
  const differing: Differing[] = [];
  let compared = 0;
  for (const [i, exchange] of recorded.entries()) {
    const lines = await compareOne(exchange, shadow);
    if (lines === undefined) continue;
    compared++;
    if (lines.length > 0) differing.push({ call: i + 1, operation: operationOf(exchange.path), lines });
  }
  return { compared, differing };
}

/** Undefined if there is nothing to compare. */
export async function compareOne(
  { method, path, request, response }: Recorded,
  shadow: Shadow,
): Promise<readonly string[] | undefined> {
  const params = paramsIn(request);
  if (method !== "POST" || params === undefined || response === undefined) return undefined;
  return shadow.differs(operationOf(path), params, { http: response.status, body: objectIn(response.body) ?? {} });
}

export const differingText = ({ call, operation, lines }: Differing): string =>
  `#${call} ${operation}\n${lines.map((line) => `    ${line}\n`).join("")}`;
