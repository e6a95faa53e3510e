import { onlyReads } from "../../core/scenario/values/operations.js";
import { hasNoSuccess } from "../../lane/explain/lost-answer.js";
import { failuresOf, type RequestLine, type Run } from "./run.js";

/** When a call came: the real time, because the clocks of lanes differ. */
const timeOf = ({ receivedAt, at }: RequestLine): string => receivedAt ?? at;

/** The time of day, such as `14:03:07.512`. */
export const timeOfDay = (call: RequestLine): string => timeOf(call).slice(11, 23);

/** Calls of any lanes in the order in which they came. */
export const inOrderOfTime = (calls: readonly RequestLine[]): readonly RequestLine[] => calls.toSorted(compared);

function compared(a: RequestLine, b: RequestLine): number {
  if (timeOf(a) !== timeOf(b)) return timeOf(a) < timeOf(b) ? -1 : 1;
  if (a.lane !== b.lane) return a.lane < b.lane ? -1 : 1;
  return idOf(a) - idOf(b);
}

const idOf = ({ requestId }: RequestLine): number => Number(requestId.replace(/^req-/, ""));

/** The calls that a short list has, in the order of time. */
interface ShownCalls {
  readonly calls: readonly RequestLine[];
  /** What the list leaves out, such as `5 of 501`. Undefined if it has all. */
  readonly share?: string | undefined;
}

/** At most so many calls of a run, oldest first, chosen as `CHOICE` says. */
export function shownCalls(run: Pick<Run, "lanes" | "requests" | "keptLanes">, most: number): ShownCalls {
  const calls = run.requests ?? [];
  if (calls.length <= most) return { calls };
  const unmet = new Set(failuresOf(run).map(({ lane }) => lane));
  // A test helper drops the lane of a test that passed.
  const kept = new Set(run.keptLanes);
  const rank = (call: RequestLine): number =>
    (unmet.has(call.lane) ? 0 : 4) + (kept.has(call.lane) ? 0 : 2) + (wasRefused(call) ? 0 : 1);
  const chosen = calls.toReversed().sort((a, b) => rank(a) - rank(b));
  const shown = new Set(chosen.slice(0, most));
  return { calls: calls.filter((call) => shown.has(call)), share: `${most} of ${calls.length}` };
}

/** How a short list was chosen. */
export const CHOICE =
  "those of lanes with an unmet expectation first, then of lanes that were not dropped, then refused or cut ones, the last of each, in order of time";

/** Without the calls that a lane had before its last reset, with which its ids begin anew. */
export function sinceReset(calls: readonly RequestLine[]): readonly RequestLine[] {
  const next = new Map<string, number>();
  const lastFirst = calls.toReversed().filter((call) => {
    const id = idOf(call);
    const isKept = (next.get(call.lane) ?? id + 1) === id + 1;
    if (isKept) next.set(call.lane, id);
    return isKept;
  });
  return lastFirst.toReversed();
}

/** The call to explain: the last one that was refused or cut, but rather none that only asked for an order. Else the last one. */
export const tellingCall = (calls: readonly RequestLine[]): RequestLine | undefined =>
  calls.findLast((call) => wasRefused(call) && !onlyReads(call.operation)) ??
  calls.findLast(wasRefused) ??
  calls.at(-1);

/** True for a call that was refused, declined or cut. */
const wasRefused = ({ operation, responseCode, reachedClient }: RequestLine): boolean =>
  hasNoSuccess({ operation, responseCode, reachedClient: reachedClient ?? true });
