import type { AnswerName } from "../../../facts/codes.js";
import { type HttpAnswer, isSuccess, type Json } from "../../target/target.js";
import type { AnswerShapes } from "../answer-shapes.js";
import type { Session } from "../session.js";
import { brief } from "../try-call.js";
import { Disturbed } from "../undetermined.js";

const NO_ID = 2_147_483_599;
const unknown = (): Json => ({ orderId: NO_ID });

/** The same refusal for several operations, because one of them may have another code. */
const provoked: readonly (readonly [
  path: string,
  name: AnswerName,
  params: (session: Session) => Json | Promise<Json>,
])[] = [
  ["direct/query", "order-not-found", unknown],
  ["hosted-checkout/void", "order-not-found", unknown],
  ["direct/void", "order-not-found", unknown],
  ["tokenization/void", "order-not-found", unknown],
  ["hosted-checkout/refund", "order-not-found", () => ({ orderId: NO_ID, amount: 1 })],
  ["direct/refund", "order-not-found", () => ({ orderId: NO_ID, amount: 1 })],
  ["tokenization/query-token", "invalid-parameter", () => ({ userId: {} })],
  [
    "direct/sale",
    "invalid-parameter",
    (session) => session.creation({ amount: "a lot", paymentType: "ALIPAYHK", paymentTerminal: "SDK" }),
  ],
];

/** Checks the shape of each refusal twice. A refusal with two different shapes is left out. */
export const refusalViews: readonly ((session: Session, shapes: AnswerShapes) => Promise<void>)[] = provoked.map(
  ([path, expected, params]) =>
    async (session, shapes) => {
      const [one, other] = [
        await session.ask(path, await params(session)),
        await session.ask(path, await params(session)),
      ];
      if (isSuccess(one)) return;
      if (one.code !== other.code || one.http !== other.http)
        throw new Disturbed(`the same call was answered ${brief(one)} and ${brief(other)}`);
      shapes.refused({ key: `${path} ${expected}`, expected, answer: other });
    },
);

/** Ways to name an order that every service is expected to accept. */
const ways: readonly (readonly [path: string, by: "id" | "reference"])[] = [
  ["hosted-checkout/query", "id"],
  ["hosted-checkout/query", "reference"],
  ["direct/query", "reference"],
];

/** How often to make the same call. A service that rejects some calls at random must not look like a refusal. */
const WAY_CALLS = 3;

/** Checks whether an order is found by its id and by its reference. */
export const namedViews: readonly ((session: Session, shapes: AnswerShapes) => Promise<void>)[] = ways.map(
  ([path, by]) =>
    async (session, shapes) => {
      const merchantReference = session.reference();
      const { id } = await session.created({ merchantReference });
      const answers: HttpAnswer[] = [];
      for (let i = 0; i < WAY_CALLS; i++)
        answers.push(await session.ask(path, by === "id" ? { orderId: id } : { merchantReference }));
      const [one] = answers as [HttpAnswer];
      if (answers.some(({ code, http }) => code !== one.code || http !== one.http))
        throw new Disturbed(`the same call was answered ${answers.map(brief).join(", ")}`);
      shapes.named(`${path} by ${by}`, isSuccess(one) ? "answered" : "refused");
    },
);
