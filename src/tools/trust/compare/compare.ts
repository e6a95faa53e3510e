import { printableLine } from "../../../package/printable.js";
import { operationOf, type Recorded } from "../recording/exchange.js";
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
    const lines = await shadow.differs(exchange);
    if (lines === undefined) continue;
    compared++;
    if (lines.length > 0) differing.push({ call: i + 1, operation: operationOf(exchange.path), lines });
  }
  return { compared, differing };
}

export const differingText = ({ call, operation, lines }: Differing): string =>
  `#${call} ${operation}\n${lines.map((line) => `    ${printableLine(line)}\n`).join("")}`;
