import type { AnswerName } from "../../../core/facts/codes.js";
import type { Assume } from "../../../core/scenario/rule/assume-schema.js";
import { actsBefore, type UnseenAct } from "./acts.js";
import type { LogCall } from "./log-call.js";
import { differingMembers } from "./match.js";
import type { Replayed, Replayer, ReplayWorld } from "./replayer.js";

/** The known meanings of response codes in the log. */
export interface KnownCodes {
  /** True if a code is known to be a refusal by the service, and not a limit, a decline or a fault. */
  readonly isKnown: (code: string) => boolean;
  readonly codeOf: (name: AnswerName) => string | undefined;
}

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
  return searched(search, (call, replayed) => fits(call, replayed, search.codes));
}

/**
 * The sandbox's possible answers to the last call, whatever the log says. Undefined if there are too many events to
 * try.
 */
export async function possibleAnswers(search: Search): Promise<ReadonlySet<AnswerName | "success"> | undefined> {
  const { story, codes } = search;
  const last = story.at(-1);
  const seen = new Set<AnswerName | "success">();
  const end = await searched(
    search,
    (call, replayed) => {
      if (call !== last) return fits(call, replayed, codes);
      if (replayed.kind === "success") seen.add("success");
      if (replayed.kind === "refused") seen.add(replayed.name);
      // With two possible reasons, nothing can be concluded, so the search can stop.
      return seen.size > 1;
    },
    true,
  );
  return end === undefined && seen.size < 2 ? undefined : seen;
}

/** Backtracking search: tries each possible set of events before a call, and returns to the previous call if none fits. */
async function searched(
  { replayer, chosen, story, codes }: Search,
  isFit: (call: LogCall, replayed: Replayed) => boolean,
  asksLast = false,
): Promise<boolean | undefined> {
  let replays = 0;
  const last = story.at(-1);
  const rebuilt = async (plan: readonly UnseenAct[]): Promise<ReplayWorld> => {
    if (++replays > REPLAYS_MAX) throw new TooMany();
    const world = await replayer.world(chosen);
    for (const [i, act] of plan.entries()) await world.step(story[i]!, act);
    return world;
  };
  const goOn = async (plan: readonly UnseenAct[], begun: ReplayWorld): Promise<boolean> => {
    const call = story[plan.length];
    if (call === undefined) return true;
    let world: ReplayWorld | undefined = begun;
    const isTried = (asksLast && call === last) || isReal(call, codes);
    const known = statusBefore(story.slice(0, plan.length), call.parent ?? call.reference);
    for (const act of actsBefore(call, isTried).filter(({ before }) => canHappen(before?.[0]?.action, known))) {
      world ??= await rebuilt(plan);
      const used: ReplayWorld = world;
      world = undefined;
      if (isFit(call, await used.step(call, act)) && (await goOn([...plan, act], used))) return true;
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
  for (const { outcome, reference: own } of story)
    if (own === reference) status = outcome.kind === "success" ? String(outcome.order.status) : (status ?? "OPEN");
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

function fits({ operation, outcome }: LogCall, replayed: Replayed, codes: KnownCodes): boolean {
  if (replayed.kind === "impossible") return false;
  if (replayed.kind === "skipped" || outcome.kind === "lost") return true;
  if (outcome.kind === "success")
    return (
      replayed.kind === "success" &&
      replayed.isSameOrder &&
      differingMembers(operation, outcome.body, replayed.body).length === 0
    );
  if (!codes.isKnown(outcome.code)) return true;
  if (replayed.kind !== "refused") return false;
  // If the code of the sandbox's refusal isn't known yet, it may be the code in the log.
  return (codes.codeOf(replayed.name) ?? outcome.code) === outcome.code;
}
