import { type AnswerName, allCodes } from "../../../core/facts/codes.js";
import type { Assume } from "../../../core/scenario/rule/assume-schema.js";
import type { Json } from "../../../package/json.js";
import type { LearntCodes } from "../calibrate/results/learnt-codes.js";
import { tellsSuccess } from "../recording/exchange.js";
import { type LogCall, writtenReference } from "../recording/log-call.js";
import { actsBefore, type UnseenAct } from "../replay/acts.js";
import { isDeterminedAlike } from "../replay/differences.js";
import type { Replay } from "../replay/replay.js";
import type { Replayer } from "../replay/replayer.js";

/** The sandbox's answer to a call of the log. */
type Replayed =
  | { readonly kind: "success"; readonly body: Json; readonly isSameOrder: boolean }
  | { readonly kind: "refused"; readonly name: AnswerName }
  /** The act before the call is impossible here, or the call was not made. */
  | { readonly kind: "impossible" | "skipped" };

const names = new Map(Object.entries(allCodes).map(([name, { code }]) => [code, name as AnswerName]));

async function replayed(world: Replay, call: LogCall, act: UnseenAct): Promise<Replayed> {
  if (act.instead === "skipped") return { kind: "skipped" };
  const { outcome, parent, reference } = call;
  const there = outcome.kind === "success" ? call.body : {};
  const repeated = await world.step({ ...call, body: there, about: writtenReference(parent ?? reference) }, act);
  const { body = {} } = repeated?.here ?? {};
  if (tellsSuccess(body) && act.instead !== "declined")
    return { kind: "success", body, isSameOrder: !repeated!.isOtherOrder };
  const name = names.get(String(body.responseCode));
  return name === undefined || tellsSuccess(body) ? { kind: "impossible" } : { kind: "refused", name };
}

/** The known meanings of response codes in the log: refusals by the service, and not limits, declines or faults. */
type KnownCodes = Pick<LearntCodes, "isKnown" | "codeOf">;

/** If a story needs more replays than this, it stays undecided. */
const REPLAYS_MAX = 24;

class TooMany extends Error {}

interface Search {
  readonly replayer: Replayer;
  readonly codes: KnownCodes;
  readonly chosen: Assume;
  readonly story: readonly LogCall[];
}

/**
 * True if some sequence of unseen events makes the sandbox answer the whole story as in the log. Undefined if there
 * are too many sequences to try, so that nothing can be concluded.
 */
export function isExplained(search: Search): Promise<boolean | undefined> {
  return searched(search, (call, ours) => fits(call, ours, search.codes));
}

/**
 * The sandbox's possible answers to the last call, whatever the log says. Undefined if there are too many events to
 * try.
 */
export async function possibleAnswers(search: Search): Promise<ReadonlySet<AnswerName | "success"> | undefined> {
  const { story, codes } = search;
  const last = story.at(-1);
  const seen = new Set<AnswerName | "success">();
  const end = await searched(search, (call, ours) => {
    if (call !== last) return fits(call, ours, codes);
    if (ours.kind === "success") seen.add("success");
    if (ours.kind === "refused") seen.add(ours.name);
    // With two possible reasons, nothing can be concluded, so the search can stop.
    return seen.size > 1;
  });
  return end === undefined && seen.size < 2 ? undefined : seen;
}

/** Backtracking search: tries each possible set of events before a call, and returns to the previous call if none fits. */
async function searched(
  { replayer, chosen, story, codes }: Search,
  isFit: (call: LogCall, ours: Replayed) => boolean,
): Promise<boolean | undefined> {
  let replays = 0;
  const last = story.at(-1);
  const rebuilt = async (plan: readonly UnseenAct[]): Promise<Replay> => {
    if (++replays > REPLAYS_MAX) throw new TooMany();
    const world = await replayer.lane(chosen, { isTimed: true });
    for (const [i, act] of plan.entries()) await replayed(world, story[i]!, act);
    return world;
  };
  const goOn = async (plan: readonly UnseenAct[], begun: Replay): Promise<boolean> => {
    const call = story[plan.length];
    if (call === undefined) return true;
    let world: Replay | undefined = begun;
    const isTried = call === last || isReal(call, codes);
    const known = statusBefore(story.slice(0, plan.length), call.parent ?? call.reference);
    for (const act of actsBefore(call, isTried).filter(({ before }) => canHappen(before?.[0]?.action, known))) {
      world ??= await rebuilt(plan);
      const used: Replay = world;
      world = undefined;
      if (isFit(call, await replayed(used, call, act)) && (await goOn([...plan, act], used))) return true;
    }
    return false;
  };
  try {
    return await goOn([], await rebuilt([]));
  } catch (error) {
    if (error instanceof TooMany) return undefined;
    throw error;
  }
}

/** The order's latest status in the log. Undefined if the order doesn't exist yet. */
function statusBefore(story: readonly LogCall[], reference: string | undefined): string | undefined {
  let status: string | undefined;
  for (const { outcome, order, reference: own } of story)
    if (own === reference) status = outcome.kind === "success" ? String(order.status) : (status ?? "OPEN");
  return status;
}

/** Only an open order can be paid or closed, and only a paid one can be settled. */
function canHappen(action: string | undefined, status: string | undefined): boolean {
  if (action === undefined) return true;
  return status === "OPEN"
    ? action !== "settle"
    : action === "settle" && (status === "SUCCESS" || status === "REFUNDED");
}

const isReal = ({ outcome }: LogCall, codes: KnownCodes): boolean =>
  outcome.kind === "refused" && codes.isKnown(outcome.code);

function fits({ operation, outcome, body }: LogCall, ours: Replayed, codes: KnownCodes): boolean {
  if (ours.kind === "impossible") return false;
  if (ours.kind === "skipped" || outcome.kind === "lost") return true;
  if (outcome.kind === "success")
    return ours.kind === "success" && ours.isSameOrder && isDeterminedAlike(operation, body, ours.body);
  if (!codes.isKnown(outcome.code)) return true;
  if (ours.kind !== "refused") return false;
  // If the code of the sandbox's refusal isn't known yet, it may be the code in the log.
  return (codes.codeOf(ours.name) ?? outcome.code) === outcome.code;
}
