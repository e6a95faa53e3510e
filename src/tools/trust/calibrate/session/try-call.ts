import { type AnswerName, SUCCESS_CODE } from "../../../../core/facts/codes.js";
import type { Json } from "../../../../package/json.js";
import { chargesCard } from "../../recording/exchange.js";
import { type HttpAnswer, isSuccess } from "../../target/target.js";
import { Disturbed, type Session, Undetermined } from "./session.js";

/** A call that differs in one thing from a call that succeeds. */
export interface OddCall {
  readonly path: string;
  /** The control's path, if it differs. */
  readonly controlPath?: string;
  /** Valid parameters, created for each call. */
  readonly control: () => Json | Promise<Json>;
  /** The same parameters with one change. */
  readonly odd: () => Json | Promise<Json>;
  /** The refusal that is expected: `invalid-parameter` by default. */
  readonly refusal?: AnswerName;
  /**
   * Learns the refusal's code if it isn't known yet. `message`: also its message, because the calls differ in their
   * details.
   */
  readonly teaches?: "code" | "message";
  /** True if the odd call can't be made again with a fresh order: after one success it is not repeated. */
  readonly isOnce?: true;
}

export interface TriedCall {
  readonly kind: "accepted" | "refused";
  readonly answer: HttpAnswer;
}

/** How often to make the odd call. A rate limit on every second call must not look like a refusal. */
const ODD_CALLS = 2;

/**
 * Whether the target accepts a call. Throws Undetermined if its answers differ, if the control fails before or after,
 * or if the refusal's code has an unclear meaning.
 */
export async function tryCall(
  session: Session,
  { path, controlPath = path, control, odd, isOnce, ...expected }: OddCall,
): Promise<TriedCall> {
  await session.need(controlPath, await control());
  let last: Json = {};
  const ask = async () => {
    last = await odd();
    return session.ask(path, last);
  };
  const answers = await answersTo(ask, { isOnce });
  await session.need(controlPath, await control());
  const answer = requireAlike(answers);
  if (isSuccess(answer)) return { kind: "accepted", answer };
  requireRefusal(session, answer, expected);
  await requireNoOrder(session, path, last);
  const { refusal, teaches } = expected;
  if (refusal && teaches) session.codes.learn(refusal, teaches === "message" ? answers : [answer]);
  return { kind: "refused", answer };
}

/** Makes a call several times. `isOnce`: a success is not repeated. */
export async function answersTo(
  ask: () => Promise<HttpAnswer>,
  { count = ODD_CALLS, isOnce = false }: { readonly count?: number; readonly isOnce?: boolean | undefined } = {},
): Promise<readonly HttpAnswer[]> {
  const answers = [await ask()];
  while (answers.length < count && !(isOnce && isSuccess(answers[0]!))) answers.push(await ask());
  return answers;
}

/** The answer to a call that must be answered alike each time. */
export const askedAlike = async (ask: () => Promise<HttpAnswer>, count = ODD_CALLS): Promise<HttpAnswer> =>
  requireAlike(await answersTo(ask, { count }));

/** The first of several answers to one call. Throws Disturbed if they differ. */
export function requireAlike(answers: readonly HttpAnswer[]): HttpAnswer {
  const [answer, ...others] = answers as readonly [HttpAnswer, ...HttpAnswer[]];
  if (others.every(({ code, http }) => code === answer.code && http === answer.http)) return answer;
  throw new Disturbed(`the same call was answered ${answers.map(brief).join(" and ")}`);
}

/** Throws if there is an order, because only a decline leaves one. */
async function requireNoOrder(session: Session, path: string, { merchantReference }: Json): Promise<void> {
  if (!chargesCard(path)) return;
  const { code } = await session.target.call("hosted-checkout/query", { merchantReference });
  if (code === SUCCESS_CODE) throw new Undetermined("the charge was declined: its order is there");
}

/** Throws Undetermined if a refusal may have a reason other than the tested one. */
export function requireRefusal(
  session: Session,
  answer: HttpAnswer,
  { refusal = "invalid-parameter", teaches }: Pick<OddCall, "refusal" | "teaches">,
): void {
  const { code, http } = answer;
  if (http !== 200 || code === undefined)
    throw new Undetermined(`it was answered ${brief(answer)}, which is no refusal`);
  session.restsOn(code);
  const why = session.codes.doubt(code);
  if (why !== undefined) throw new Undetermined(why);
  const [meaning] = session.codes.meanings(code);
  if (meaning === refusal) return;
  if (meaning !== undefined) throw new Undetermined(`${code} was seen for ${meaning}, not for ${refusal}`);
  const unknown = `${brief(answer)}: no provoked ${refusal} answered with this code`;
  if (session.codes.codeOf(refusal) !== undefined) throw new Undetermined(unknown);
  if (!teaches) throw new Disturbed(unknown);
}

export const brief = ({ http, code, message }: HttpAnswer): string =>
  code === undefined ? `HTTP ${http}` : `${code}${message === undefined ? "" : ` ${JSON.stringify(message)}`}`;
