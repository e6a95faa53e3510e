import type { AnswerName } from "../../../facts/codes.js";
import { NO_ID, orderIn } from "../../recording/exchange.js";
import { type HttpAnswer, isSuccess, type Json } from "../../target/target.js";
import { SALE_MINOR } from "../budget.js";
import type { Session } from "../session.js";
import { brief } from "../try-call.js";
import { Disturbed, Undetermined } from "../undetermined.js";

/** Provokes a refusal, to learn its code and its message. */
export interface CodeProbe {
  readonly name: AnswerName;
  /** The answers to calls that differ only in their details. A control call comes before and after. */
  readonly provoke: (session: Session) => Promise<readonly HttpAnswer[]>;
}

/** Half of the charge, so that two refunds of it never exceed the charge. */
const PART = SALE_MINOR / 200;
const each = async (session: Session, path: string, requests: readonly Json[]): Promise<readonly HttpAnswer[]> => {
  const answers: HttpAnswer[] = [];
  for (const request of requests) answers.push(await session.ask(path, request));
  return answers;
};

export const codeProbes: readonly CodeProbe[] = [
  {
    name: "invalid-parameter",
    provoke: (session) =>
      each(session, "hosted-checkout/create", [
        session.creation({ amount: "a lot" }),
        session.creation({ lineItems: [] }),
        session.creation({ currency: "XXX" }),
      ]),
  },
  {
    name: "invalid-signature",
    provoke: async (session) => {
      const answers: HttpAnswer[] = [];
      for (const userId of ["another-user", "a-third-user"]) {
        const { signature } = session.target.envelope({ userId: session.userId });
        const { request } = session.target.envelope({ userId });
        answers.push(await session.askRaw("tokenization/query-token", JSON.stringify({ request, signature })));
      }
      return answers;
    },
  },
  {
    name: "order-not-found",
    provoke: (session) =>
      each(session, "hosted-checkout/query", [
        { merchantReference: session.reference() },
        { orderId: NO_ID },
        { merchantReference: session.reference() },
      ]),
  },
  {
    name: "refund-not-allowed",
    provoke: async (session) => {
      const [one, other] = [await session.created(), await session.created()];
      return each(
        session,
        "hosted-checkout/refund",
        [one, other].map(({ id }) => ({ orderId: id, amount: 1 })),
      );
    },
  },
  {
    name: "refund-exceeds-amount",
    provoke: async (session) => {
      const [paid, other] = [await session.sold(), await session.sold()];
      const answers = await each(session, "hosted-checkout/refund", [
        { orderId: paid.id, amount: 0.5 },
        { orderId: other.id, amount: 0.51 },
      ]);
      // Shows that the balance would have been sufficient and the order can be refunded.
      await session.need("hosted-checkout/refund", { orderId: paid.id, amount: SALE_MINOR / 100 });
      return answers;
    },
  },
  {
    name: "already-refunded",
    provoke: async (session) => {
      const [paid, other] = [await session.sold(), await session.sold()];
      for (const { id } of [paid, other]) await session.need("hosted-checkout/refund", { orderId: id, amount: PART });
      return each(
        session,
        "hosted-checkout/refund",
        [paid, other].map(({ id }) => ({ orderId: id, amount: PART })),
      );
    },
  },
  {
    name: "void-not-allowed",
    provoke: async (session) => {
      const [paid, other] = [await session.sold(), await session.sold()];
      for (const { id } of [paid, other]) await session.need("tokenization/void", { orderId: id });
      return each(
        session,
        "tokenization/void",
        [paid, other].map(({ id }) => ({ orderId: id })),
      );
    },
  },
  {
    name: "token-not-found",
    provoke: async (session) => {
      const sale = { ...(await session.sale()), userId: session.reference(), tokenId: NO_ID };
      return each(session, "tokenization/sale", [sale, { ...sale, tokenId: NO_ID - 1 }]);
    },
  },
  {
    name: "parent-order-not-found",
    provoke: async (session) => {
      const requests = [await session.recurring(NO_ID), await session.recurring(NO_ID - 1)];
      return each(session, "tokenization/recurring", requests);
    },
  },
];

/** Learns the code of a refusal. Throws Undetermined if the answers differ, or if one of them isn't a refusal. */
export async function learnCode(session: Session, { name, provoke }: CodeProbe): Promise<void> {
  await session.created();
  const answers = await provoke(session);
  await session.created();
  const taken = answers.find(isSuccess);
  if (taken)
    throw new Undetermined(
      `what was to be refused was taken${orderIn(taken.body).id === undefined ? "" : " (order made)"}`,
    );
  if (answers.some(({ http, code }) => http !== 200 || code === undefined))
    throw new Disturbed(`it was answered ${answers.map(brief).join(", ")}`);
  if (new Set(answers.map(({ code }) => code)).size > 1)
    throw new Disturbed(`alike calls were refused with several codes: ${answers.map(brief).join(", ")}`);
  session.learn(name, ...answers);
}
