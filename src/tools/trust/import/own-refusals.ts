import type { Scenario } from "../../library/language.js";
import type { SandboxOptions } from "../../library/types.js";
import { paramsIn, type Recorded } from "../recording/exchange.js";
import { type LogCall, logCallsOf } from "../recording/log-call.js";
import { lostAnswer } from "../replay/lost-calls.js";
import type { Replay } from "../replay/replay.js";
import { Replayer } from "../replay/replayer.js";
import { givenOf } from "./given.js";
import { placedOf } from "./placed.js";

const SAVED = "before-a-refusal";

/** The indices of payment calls that the sandbox refuses with the same code anyway, so that they need no rule. */
export async function ownRefusals(
  recorded: readonly Recorded[],
  options: SandboxOptions = {},
): Promise<ReadonlySet<number>> {
  const history = logCallsOf(recorded, { keepsUnread: true });
  if (!history.some(isRefusal)) return new Set();
  await using replayer = await Replayer.start(options);
  const replay = await replayer.lane();
  const given = givenOf(history);
  if (Object.keys(given).length > 0) await replay.lane.load({ name: "given", given } as Scenario);
  const own = new Set<number>();
  for (const call of history) {
    if (paramsIn(call.recorded.request) === undefined) continue;
    const isLost = call.outcome.kind === "lost";
    if (isLost && placedOf(history, call) === "before-commit") continue;
    if (isLost) await replay.step({ ...call, body: lostAnswer(history, call) });
    else if (!isRefusal(call)) await replay.step(call);
    else if (await isOwn(replay, call)) own.add(call.index);
  }
  return own;
}

const isRefusal = ({ body, outcome }: LogCall): boolean =>
  outcome.kind !== "success" && typeof body.responseCode === "string";

/** If the sandbox accepts the call, its effect must be undone, because the service refused it. */
async function isOwn(replay: Replay, call: LogCall): Promise<boolean> {
  await replay.lane.snapshot(SAVED);
  const repeated = await replay.step(call);
  if (repeated?.here.body.responseCode === call.body.responseCode) return true;
  await replay.lane.restore(SAVED);
  return false;
}
