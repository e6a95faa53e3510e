import type { AnswerName } from "../facts/codes.js";
import type { Session } from "./session.js";
import { type Answer, isSuccess, type Json } from "./target.js";
import { Undetermined } from "./undetermined.js";

/** A call that differs in one thing from one that succeeds. */
export interface Odd {
  readonly path: string;
  /** Where the control goes, where it is another path. */
  readonly controlPath?: string;
  /** The parameters that succeed; made anew for each call. */
  readonly control: () => Json | Promise<Json>;
  /** The same with the one thing changed. */
  readonly odd: () => Json | Promise<Json>;
  /** What a refusal of it is called. */
  readonly refusal: AnswerName;
  /** Teaches the refusal's code where nothing has taught it yet; its message too, where the odd calls differ in their details. */
  readonly teaches?: "code" | "message";
}

export type Taken =
  | { readonly kind: "taken"; readonly answer: Answer }
  | { readonly kind: "refused"; readonly answer: Answer };

/** How often the odd call is made: a rate limit that hits every second call must not read as a refusal. */
const ODD_CALLS = 2;

/**
 * Whether the target takes a call. Throws Undetermined where its answers differ from each other, where the control fails
 * before or after, and where the refusal's code does not say why.
 */
export async function takes(
  session: Session,
  { path, controlPath = path, control, odd, ...expected }: Odd,
): Promise<Taken> {
  await session.need(controlPath, await control());
  const answers: Answer[] = [];
  let last: Json = {};
  for (let i = 0; i < ODD_CALLS; i++) {
    last = await odd();
    answers.push(await session.ask(path, last));
    // What it takes once costs no second call: only a refusal may have another reason.
    if (isSuccess(answers[0]!)) break;
  }
  await session.need(controlPath, await control());
  const [answer, ...others] = answers as [Answer, ...Answer[]];
  if (isSuccess(answer)) return { kind: "taken", answer };
  if (others.some((other) => other.code !== answer.code || other.http !== answer.http))
    throw new Undetermined(`the same call was answered ${answers.map(brief).join(" and ")}`);
  requireRefusal(session, answer, expected);
  await requireNoOrder(session, path, last);
  if (expected.teaches) session.learn(expected.refusal, ...(expected.teaches === "message" ? answers : [answer]));
  return { kind: "refused", answer };
}

const CHARGES = ["tokenization/sale", "tokenization/recurring"];

/** A decline keeps its order, a refusal has none. */
async function requireNoOrder(session: Session, path: string, { merchantReference }: Json): Promise<void> {
  if (!CHARGES.includes(path)) return;
  const { code } = await session.target.call("hosted-checkout/query", { merchantReference });
  if (code === "0000") throw new Undetermined("the charge was declined: its order is there");
}

type Expected = Pick<Odd, "refusal" | "teaches">;

/** Throws Undetermined where a refusal may have another reason than the one that is looked for. */
export function requireRefusal(session: Session, answer: Answer, { refusal, teaches }: Expected): void {
  const { code, http } = answer;
  if (http !== 200 || code === undefined)
    throw new Undetermined(`it was answered ${brief(answer)}, which is no refusal`);
  session.restsOn(code);
  const why = session.codes.doubt(code);
  if (why !== undefined) throw new Undetermined(why);
  const [meaning] = session.codes.meanings(code);
  if (meaning === refusal) return;
  if (meaning !== undefined) throw new Undetermined(`${code} was seen for ${meaning}, not for ${refusal}`);
  if (session.codes.codeOf(refusal) !== undefined || !teaches)
    throw new Undetermined(`${brief(answer)}: no provoked ${refusal} answered with this code`);
}

export const brief = ({ http, code, message }: Answer): string =>
  code === undefined ? `HTTP ${http}` : `${code}${message === undefined ? "" : ` ${JSON.stringify(message)}`}`;
