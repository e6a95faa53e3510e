import { refusals } from "../../../core/facts/codes.js";
import { plural } from "../../../core/scenario/values/plural.js";
import { printableLine } from "../../../package/printable.js";
import type { SandboxOptions } from "../../library/types.js";
import { isOrderAct, operationOf, type Recorded, tellsSuccess } from "../recording/exchange.js";
import { isOutage } from "../recording/log-call.js";
import { lostCalls } from "../recording/lost-calls.js";
import { differences } from "./differences.js";
import type { Replay } from "./replay.js";
import { Replayer } from "./replayer.js";

/** A call with different answers. */
interface Differing {
  /** The number of the call in the recording, from 1. */
  readonly call: number;
  readonly operation: string;
  readonly lines: readonly string[];
}

/**
 * Compares the answers of a sandbox with the service's, call by call. A call whose answer was lost is repeated if it was carried
 * out, and counted. `options`: the choices and codes that the sandbox should use.
 */
export async function compareRecording(recorded: readonly Recorded[], options: SandboxOptions = {}) {
  await using replayer = await Replayer.start(options);
  const lost = lostCalls(recorded);
  const { next, counts } = comparison(await replayer.lane(), () => lost);
  const differing: Differing[] = [];
  for (const [i, one] of recorded.entries()) differing.push(...(await next(one, i + 1)));
  const calls = recorded.filter(({ path }) => !isOrderAct(operationOf(path))).length;
  return { ...counts, calls, differing };
}

/** The last line of a comparison. */
export const comparedText = (
  { compared, differing, repeated }: ReturnType<typeof comparison>["counts"],
  calls: number,
): string =>
  `${compared} of ${calls} calls compared, ${differing} differ${
    repeated === 0 ? "" : `; ${plural(repeated, "call")} without an answer repeated, too`
  }\n`;

/** What a refusal by the sandbox's own codes may depend on, although no recording has it. */
const unseenBy: ReadonlyMap<string, string> = new Map([
  [
    refusals["insufficient-unsettled-balance"].code,
    "(the recording does not show the balance, so refunds are always covered here)",
  ],
  [refusals["token-expired"].code, "(the recording does not show when the card expires, so it is always valid here)"],
]);

/** How many calls back a running comparison knows. */
const KNOWN = 1000;

/**
 * Compares calls as they come. It repeats a call without an answer once `lostIn`, by default a later call, says that it was
 * carried out.
 */
export function comparison(replay: Replay, lostIn = lostCalls) {
  const counts = { compared: 0, differing: 0, repeated: 0 };
  const known: Recorded[] = [];
  const repeated = new WeakSet<Recorded>();
  const next = async (recorded: Recorded, call: number): Promise<readonly Differing[]> => {
    known.push(recorded);
    if (known.length > KNOWN) known.shift();
    const waiting = known.filter((one) => (one.response === undefined || isOutage(one)) && !repeated.has(one));
    const lost = waiting.length > 0 ? lostIn(known) : undefined;
    for (const one of waiting) {
      const body = lost?.get(one);
      if (!body) continue;
      repeated.add(one);
      counts.repeated++;
      await replay.lost(one, body);
    }
    const both = await replay.both(recorded);
    if (!both) return [];
    counts.compared++;
    const lines = [...differences(both.there, both.here)];
    if (lines.length === 0) return [];
    const unseen = tellsSuccess(both.here.body) && unseenBy.get(String(both.there.body.responseCode));
    if (unseen) lines.push(unseen);
    counts.differing++;
    return [{ call, operation: operationOf(recorded.path), lines }];
  };
  return { next, counts };
}

export const differingText = ({ call, operation, lines }: Differing): string =>
  `#${call} ${operation}\n${lines.map((line) => `    ${printableLine(line)}\n`).join("")}`;
