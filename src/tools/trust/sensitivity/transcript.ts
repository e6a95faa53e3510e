import type { Lane } from "../../../lane/lane.js";
import { journalOf } from "../../../lane/ports/journal.js";

/** A call without the parts that differ in every run. */
export interface ComparableCall {
  readonly lane: string;
  readonly call: number;
  readonly operation: string;
  readonly reference: string | undefined;
  readonly request: string;
  readonly response: string;
}

/** The calls of a run's lanes, in the order of each lane's journal. */
export async function transcriptOf(lanes: readonly Lane[]): Promise<readonly ComparableCall[]> {
  const calls: ComparableCall[] = [];
  for (const lane of lanes) {
    const names = new Map<string, string>();
    let call = 0;
    for await (const { operation, reference, request, http, response } of journalOf(lane.store.views)) {
      const told = `${http === 200 ? "" : `HTTP ${http} `}${response}`;
      calls.push({
        lane: lane.name,
        call: ++call,
        operation,
        reference,
        request: comparable(request, names),
        response: comparable(told, names),
      });
    }
  }
  return calls;
}

const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?/g;
const PORT = /(localhost|127\.0\.0\.1|\[::1\]):\d+/g;
const REFERENCE = /"merchantReference":\s*"((?:[^"\\]|\\.)*)"/g;

/**
 * Times and ports differ in each run, and shops may generate random references, so references are numbered by first
 * use.
 */
function comparable(text: string, names: Map<string, string>): string {
  return text
    .replace(INSTANT, "<time>")
    .replace(PORT, "$1")
    .replace(REFERENCE, (_, reference: string) => {
      const name = names.get(reference) ?? `<reference ${names.size + 1}>`;
      names.set(reference, name);
      return `"merchantReference":"${name}"`;
    });
}

/** The first call with another answer than in the unchanged run. */
export interface FirstDifference {
  readonly lane: string;
  /** Its position in the lane's journal of the unchanged run, from 1. */
  readonly call: number;
  readonly operation: string;
  readonly merchantReference?: string | undefined;
  readonly was: string;
  /** Absent if the call was not made at all. */
  readonly became?: string | undefined;
}

/** The first call of the unchanged run that is missing in the other run, or has another answer. */
export function firstDifference(
  asItIs: readonly ComparableCall[],
  otherwise: readonly ComparableCall[],
): FirstDifference | undefined {
  const waiting = new Map<string, ComparableCall[]>();
  for (const call of otherwise) waiting.set(keyOf(call), [...(waiting.get(keyOf(call)) ?? []), call]);
  for (const call of asItIs) {
    const counterpart = waiting.get(keyOf(call))?.shift();
    if (counterpart?.response === call.response) continue;
    const { lane, operation, reference } = call;
    return {
      lane,
      call: call.call,
      operation,
      ...(reference !== undefined && { merchantReference: reference }),
      was: cut(call.response),
      became: counterpart && cut(counterpart.response),
    };
  }
  return undefined;
}

const keyOf = ({ lane, operation, request }: ComparableCall): string => `${lane} ${operation} ${request}`;

const SHOWN_CHARS = 400;
const cut = (text: string): string => (text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS - 1)}…` : text);
