import type { Scenario } from "../../library/language.js";
import type { SandboxOptions } from "../../library/types.js";
import { paramsIn, type Recorded } from "../recording/exchange.js";
import type { Replay } from "../replay/replay.js";
import { Replayer } from "../replay/replayer.js";
import { givenOf } from "./given.js";
import { type HistoryCall, historyOf } from "./history.js";
import { placedOf } from "./placed.js";

const SAVED = "before-a-refusal";

/** The indices of payment calls that the sandbox refuses with the same code anyway, so that they need no rule. */
export async function ownRefusals(
  recorded: readonly Recorded[],
  options: SandboxOptions = {},
): Promise<ReadonlySet<number>> {
  const history = historyOf(recorded);
  if (!history.some(isRefusal)) return new Set();
  await using replayer = await Replayer.start(options);
  const replay = await replayer.lane();
  const given = givenOf(history);
  if (Object.keys(given).length > 0) await replay.lane.load({ name: "given", given } as Scenario);
  const own = new Set<number>();
  for (const [i, call] of history.entries()) {
    if (paramsIn(call.recorded.request) === undefined || placedOf(history, i) === "before-commit") continue;
    if (!isRefusal(call)) await repeat(replay, call);
    else if (await isOwn(replay, call)) own.add(i);
  }
  return own;
}

const isRefusal = ({ body, isSuccess }: HistoryCall): boolean => !isSuccess && typeof body?.responseCode === "string";

const repeat = async (replay: Replay, { body = {}, ...call }: HistoryCall) =>
  (await replay.step({ ...call, body }))!.here.body;

/** If the sandbox accepts the call, its effect must be undone, because the service refused it. */
async function isOwn(replay: Replay, call: HistoryCall): Promise<boolean> {
  await replay.lane.snapshot(SAVED);
  const { responseCode } = await repeat(replay, call);
  if (responseCode === call.body?.responseCode) return true;
  await replay.lane.restore(SAVED);
  return false;
}
