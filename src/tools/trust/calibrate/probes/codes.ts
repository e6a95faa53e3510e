import type { AnswerName } from "../../../../core/facts/codes.js";
import type { Json } from "../../../../package/json.js";
import { NO_ID, orderIn } from "../../recording/exchange.js";
import { type HttpAnswer, isSuccess } from "../../target/target.js";
import { SALE_MINOR } from "../session/charges.js";
import { Disturbed, type Session, Undetermined } from "../session/session.js";
import { brief, requireAlike } from "../session/try-call.js";

/** Provokes a refusal by calls that differ only in their details, and returns their answers. */
type Provoke = (session: Session) => Promise<readonly HttpAnswer[]>;

/** Half of the charge, so that two refunds of it never exceed the charge. */
const PART = SALE_MINOR / 200;

/** By refusal, in the order in which they run. */
export const codeProbes: Readonly<Partial<Record<AnswerName, Provoke>>> = {
  "invalid-parameter": (session) =>
    each(session, "hosted-checkout/create", [
      session.creation({ amount: "a lot" }),
      session.creation({ lineItems: [] }),
      session.creation({ currency: "XXX" }),
    ]),
  "invalid-signature": (session) => {
    const { signature } = session.target.envelope({ userId: session.userId });
    return Array.fromAsync(["another-user", "a-third-user"], (userId) => {
      const { request } = session.target.envelope({ userId });
      return session.askRaw("tokenization/query-token", JSON.stringify({ request, signature }));
    });
  },
  "order-not-found": (session) =>
    each(session, "hosted-checkout/query", [
      { merchantReference: session.reference() },
      { orderId: NO_ID },
      { merchantReference: session.reference() },
    ]),
  "refund-not-allowed": async (session) => {
    const unpaid = [await session.created(), await session.created()];
    return each(session, "hosted-checkout/refund", refunds(unpaid, 1));
  },
  "refund-exceeds-amount": async (session) => {
    const [paid, other] = [await session.sold(), await session.sold()];
    const tooMuch = [...refunds([paid], 0.5), ...refunds([other], 0.51)];
    const answers = await each(session, "hosted-checkout/refund", tooMuch);
    // Shows that the balance would have been sufficient and the order can be refunded.
    await session.need("hosted-checkout/refund", { orderId: paid.id, amount: SALE_MINOR / 100 });
    return answers;
  },
  "already-refunded": async (session) => {
    const again = refunds([await session.sold(), await session.sold()], PART);
    for (const refund of again) await session.need("hosted-checkout/refund", refund);
    return each(session, "hosted-checkout/refund", again);
  },
  "void-not-allowed": async (session) => {
    const paid = [await session.sold(), await session.sold()];
    const again = paid.map(({ id }) => ({ orderId: id }));
    for (const params of again) await session.need("tokenization/void", params);
    return each(session, "tokenization/void", again);
  },
  "token-not-found": async (session) => {
    const sale = { ...(await session.sale()), userId: session.reference(), tokenId: NO_ID };
    return each(session, "tokenization/sale", [sale, { ...sale, tokenId: NO_ID - 1 }]);
  },
  "parent-order-not-found": async (session) => {
    const orphans = [await session.recurring(NO_ID), await session.recurring(NO_ID - 1)];
    return each(session, "tokenization/recurring", orphans);
  },
};

const refunds = (orders: readonly Json[], amount: number): readonly Json[] =>
  orders.map(({ id }) => ({ orderId: id, amount }));

const each = (session: Session, path: string, all: readonly Json[]): Promise<readonly HttpAnswer[]> =>
  Array.fromAsync(all, (params) => session.ask(path, params));

/**
 * Learns the code of a refusal. A control call comes before and after. Throws Undetermined if the answers differ, or
 * if one of them isn't a refusal.
 */
export async function learnCode(session: Session, name: AnswerName, provoke: Provoke): Promise<void> {
  await session.created();
  const answers = await provoke(session);
  await session.created();
  const taken = answers.find(isSuccess);
  if (taken)
    throw new Undetermined(
      `what was to be refused was taken${orderIn(taken.body).id === undefined ? "" : " (order made)"}`,
    );
  const answer = requireAlike(answers);
  if (answer.http !== 200 || answer.code === undefined) throw new Disturbed(`it was answered ${brief(answer)}`);
  session.codes.learn(name, answers);
}
