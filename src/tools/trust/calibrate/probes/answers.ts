import type { AnswerName } from "../../../../core/facts/codes.js";
import type { Json } from "../../../../package/json.js";
import { NO_ID } from "../../recording/exchange.js";
import { isSuccess } from "../../target/target.js";
import { type AnswerShapes, refusalShape } from "../results/answer-shapes.js";
import { Disturbed, type Session } from "../session/session.js";
import { askedAlike, brief } from "../session/try-call.js";
import type { ProbeStep } from "../steps.js";

/** Looks at one more answer of the service. If that fails, nothing is said about it. `about`: its name in `answers`. */
const answerStep = (about: string, look: (session: Session, shapes: AnswerShapes) => Promise<void>): ProbeStep => ({
  about,
  isKnown: ({ shapes }) => shapes.has(about),
  find: (session, { shapes }) => look(session, shapes),
  isSilent: true,
});

type ParamsOf = (session: Session) => Json;

const unknown: ParamsOf = () => ({ orderId: NO_ID });
const unknownRefund: ParamsOf = () => ({ orderId: NO_ID, amount: 1 });

/** The same refusal for several operations, because one of them may have another code. */
const provoked: readonly (readonly [path: string, name: AnswerName, params: ParamsOf])[] = [
  ["direct/query", "order-not-found", unknown],
  ["hosted-checkout/void", "order-not-found", unknown],
  ["direct/void", "order-not-found", unknown],
  ["tokenization/void", "order-not-found", unknown],
  ["hosted-checkout/refund", "order-not-found", unknownRefund],
  ["direct/refund", "order-not-found", unknownRefund],
  ["tokenization/query-token", "invalid-parameter", () => ({ userId: {} })],
  [
    "direct/sale",
    "invalid-parameter",
    (session) => session.creation({ amount: "a lot", paymentType: "ALIPAYHK", paymentTerminal: "SDK" }),
  ],
];

/** The shape of each refusal. */
const refusalSteps = provoked.map(([path, expected, params]) => {
  const key = `${path} ${expected}`;
  return answerStep(key, async (session, shapes) => {
    const answer = await askedAlike(() => session.ask(path, params(session)));
    if (!isSuccess(answer)) shapes.note(key, (codes) => refusalShape(expected, answer, codes));
  });
});

/** Ways to name an order that every service is expected to accept. */
const ways: readonly (readonly [path: string, by: "id" | "reference"])[] = [
  ["hosted-checkout/query", "id"],
  ["hosted-checkout/query", "reference"],
  ["direct/query", "reference"],
];

/** How often to make the same call. A service that rejects some calls at random must not look like a refusal. */
const WAY_CALLS = 3;

/** Checks whether an order is found by its id and by its reference. */
const namedSteps = ways.map(([path, by]) => {
  const key = `${path} by ${by}`;
  return answerStep(key, async (session, shapes) => {
    const merchantReference = session.reference();
    const { id } = await session.created({ merchantReference });
    const named = by === "id" ? { orderId: id } : { merchantReference };
    const answer = await askedAlike(() => session.ask(path, named), WAY_CALLS);
    shapes.note(key, () => (isSuccess(answer) ? "answered" : "refused"));
  });
});

export const answerSteps: readonly ProbeStep[] = [...refusalSteps, ...namedSteps];

/** Amounts that no probe charges, so that only the charges of a pair are equal. */
const PAIR_MINORS = [17, 18, 19];
const EQUAL_CHARGES = "two equal charges";
const TAKEN = "answered";

/**
 * Whether the service takes two equal charges: the same card, amount and items under two references. Every pair must
 * show the same, and the calls after it must succeed, because a rate limit isn't about equal charges.
 */
export const equalCharges = answerStep(EQUAL_CHARGES, async (session, shapes) => {
  const pairs: string[] = [];
  for (const minor of PAIR_MINORS) {
    const [first, second] = [await charged(session, minor), await charged(session, minor)];
    for (let i = 0; i < 2; i++) await session.need("tokenization/query-token", { userId: session.userId });
    pairs.push(`first ${first}, second ${second}`);
  }
  const [pair] = pairs as [string];
  if (pairs.some((one) => one !== pair)) throw new Disturbed(`equal charges were answered ${pairs.join("; ")}`);
  const isTaken = pair === `first ${TAKEN}, second ${TAKEN}`;
  if (!isTaken && !pair.includes(TAKEN)) throw new Disturbed(`no charge succeeded: ${pair}`);
  shapes.note(EQUAL_CHARGES, () => (isTaken ? TAKEN : pair));
});

async function charged(session: Session, minor: number): Promise<string> {
  const amount = minor / 100;
  const lineItems = [{ quantity: 1, priceData: { name: "Calibration", unitAmount: amount } }];
  const answer = await session.ask("tokenization/sale", await session.sale({ amount, lineItems }));
  return isSuccess(answer) ? TAKEN : `refused with ${brief(answer)}`;
}
