import { type AnswerName, allCodes, envelopeFaults, type OwnCodes } from "../../../core/facts/codes.js";
import type { Assume } from "../../../core/scenario/rule/assume-schema.js";
import type { Scenario } from "../../library/language.js";
import type { SandboxLane, SandboxOptions } from "../../library/types.js";
import { guessesOfRecording } from "../issue/from-recording.js";
import { remedyOf } from "../issue/issue.js";
import { paramsIn, type Recorded } from "../recording/exchange.js";
import { callsOnly, type LogCall, logCallsOf } from "../recording/log-call.js";
import { placementOf, presumedAnswer } from "../recording/lost-calls.js";
import type { Side } from "../replay/differences.js";
import type { Replay } from "../replay/replay.js";
import { Replayer } from "../replay/replayer.js";
import { givenOf } from "./given.js";
import { shopperAct } from "./shopper-act.js";

type Page = Parameters<SandboxLane["next"]>[0];

/** What happens to the orders besides the calls is in the scenario. What else the recording shows does not happen there. */
const NO_ACT = {};

/** How a sandbox without other rules than those of pages answers the calls of a recording. All by their index among the payment calls. */
export interface OwnAnswers {
  /** The calls that need no rule, because the sandbox refuses them with the same code, or no rule can act on them. */
  readonly refused: ReadonlySet<number>;
  /** The calls that the sandbox refuses before it tries rules. No rule counts them. */
  readonly unread: ReadonlySet<number>;
  /** The calls that no rule makes the sandbox answer as the service did, and the code that it gives. */
  readonly otherwise: ReadonlyMap<number, string>;
  /** Choices with which it answers them alike. */
  readonly assume: Assume;
}

/** The sandbox's own answers, under the choices that the recording shows if no rule can make up for them. */
export async function ownAnswers(recorded: readonly Recorded[], options: SandboxOptions = {}): Promise<OwnAnswers> {
  const own = await answersUnder(recorded, options);
  if (own.otherwise.size === 0) return own;
  const { assumptions: assume } = remedyOf(await guessesOfRecording(recorded, options));
  const under = await answersUnder(recorded, { ...options, assumptions: { ...options.assumptions, ...assume } });
  return under.otherwise.size < own.otherwise.size ? { ...under, assume } : own;
}

async function answersUnder(recorded: readonly Recorded[], options: SandboxOptions): Promise<OwnAnswers> {
  const history = logCallsOf(recorded, { keepsUnread: true });
  const isUnread = unreadUnder(options);
  await using replayer = await Replayer.start(options);
  const replay = await replayer.lane();
  const given = givenOf(history);
  if (Object.keys(given).length > 0) await replay.lane.load({ name: "given", given } as Scenario);
  const refused = new Set<number>();
  const unread = new Set<number>();
  const otherwise = new Map<number, string>();
  for (const call of callsOnly(history)) {
    const { index, body } = call;
    const here = paramsIn(call.recorded.request) && (await answerTo(replay, call));
    if (here === "skipped") continue;
    const code = here?.body.responseCode;
    if (here === undefined || isUnread(here)) unread.add(index);
    if (unread.has(index) || (isRefusal(call) && code === body.responseCode)) refused.add(index);
    const isRuled = isRefusal(call) && !unread.has(index);
    if (here && code !== body.responseCode && !isRuled) otherwise.set(index, String(code ?? here.http));
  }
  return { refused, unread, otherwise, assume: {} };
}

/** A call that the sandbox accepts and the service refused must not have an effect. */
async function answerTo(replay: Replay, call: LogCall): Promise<Side | "skipped"> {
  const isLost = call.outcome.kind === "lost";
  if (isLost && placementOf(call) === "before-commit") return "skipped";
  const page = shopperAct(call);
  if (page) await replay.lane.next({ page: { ...page, after: undefined } } as Page);
  const body = isLost ? presumedAnswer(call) : call.body;
  const done = await replay.step({ ...call, body, isUndone: isRefusal(call) }, NO_ACT);
  return isLost || done === undefined ? "skipped" : done.here;
}

const isRefusal = ({ outcome }: LogCall): boolean => outcome.kind === "refused";

/** True for an answer that comes before the rules are tried. */
function unreadUnder({ responseCodes = {} }: SandboxOptions): (here: Side) => boolean {
  const names = [...(Object.keys(envelopeFaults) as AnswerName[]), ...UNREAD];
  const codes = names.map((name) => (responseCodes as OwnCodes)[name]?.code ?? allCodes[name].code);
  return ({ body }) => codes.includes(String(body.responseCode));
}

const UNREAD: readonly AnswerName[] = ["invalid-parameter", "invalid-signature", "no-public-key"];
