import type { AnswerName } from "../../facts/codes.js";
import { type HttpAnswer, isSuccess, type Json } from "../target/target.js";
import type { Session } from "./session.js";
import { Disturbed, Undetermined } from "./undetermined.js";

/** A call that differs in one thing from a call that succeeds. */
export interface Odd {
  readonly path: string;
  /** The control's path, if it differs. */
  readonly controlPath?: string;
  /** Valid parameters, created for each call. */
  readonly control: () => Json | Promise<Json>;
  /** The same parameters with one change. */
  readonly odd: () => Json | Promise<Json>;
  /** The refusal that is expected. */
  readonly refusal: AnswerName;
  /**
   * Learns the refusal's code if it isn't known yet. `message`: also its message, because the calls differ in their
   * details.
   */
  readonly teaches?: "code" | "message";
  /** True if the odd call can't be made again with a fresh order: after one success it is not repeated. */
  readonly isOnce?: true;
}

export type TriedCall =
  | { readonly kind: "accepted"; readonly answer: HttpAnswer }
  | { readonly kind: "refused"; readonly answer: HttpAnswer };

/** How often to make the odd call. A rate limit on every second call must not look like a refusal. */
const ODD_CALLS = 2;

/**
 * True if the target accepts a call. Throws Undetermined if its answers differ, if the control fails before or after,
 * or if the refusal's code has an unclear meaning.
 */
export async function tryCall(
  session: Session,
  { path, controlPath = path, control, odd, isOnce, ...expected }: Odd,
): Promise<TriedCall> {
  await session.need(controlPath, await control());
  const answers: HttpAnswer[] = [];
  let last: Json = {};
  for (let i = 0; i < ODD_CALLS; i++) {
    last = await odd();
    answers.push(await session.ask(path, last));
    if (isOnce && isSuccess(answers[0]!)) break;
  }
  await session.need(controlPath, await control());
  const [answer, ...others] = answers as [HttpAnswer, ...HttpAnswer[]];
  if (others.some((other) => other.code !== answer.code || other.http !== answer.http))
    throw new Disturbed(`the same call was answered ${answers.map(brief).join(" and ")}`);
  if (isSuccess(answer)) return { kind: "accepted", answer };
  requireRefusal(session, answer, expected);
  await requireNoOrder(session, path, last);
  if (expected.teaches) session.learn(expected.refusal, ...(expected.teaches === "message" ? answers : [answer]));
  return { kind: "refused", answer };
}

const CHARGES = ["tokenization/sale", "tokenization/recurring"];

/** Throws if there is an order, because only a decline leaves one. */
async function requireNoOrder(session: Session, path: string, { merchantReference }: Json): Promise<void> {
  if (!CHARGES.includes(path)) return;
  const { code } = await session.target.call("hosted-checkout/query", { merchantReference });
  if (code === "0000") throw new Undetermined("the charge was declined: its order is there");
}

type Expected = Pick<Odd, "refusal" | "teaches">;

/** Throws Undetermined if a refusal may have a reason other than the tested one. */
export function requireRefusal(session: Session, answer: HttpAnswer, { refusal, teaches }: Expected): void {
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
