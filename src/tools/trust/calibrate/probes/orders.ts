import type { Json } from "../../../../package/json.js";
import { orderIn } from "../../recording/exchange.js";
import { type HttpAnswer, isSuccess } from "../../target/target.js";
import { type Session, Undetermined } from "../session/session.js";
import { answersTo, type OddCall, requireAlike, requireRefusal, type TriedCall, tryCall } from "../session/try-call.js";
import { creates } from "./parameters.js";
import { type Conclusion, finding, type ProbeTable, repeated, sure } from "./probe.js";

const CREATE = "hosted-checkout/create";
const QUERY = "hosted-checkout/query";
const HOUR = 3_600_000;
/** The lifetime of an order that should become CLOSED, and how long to wait for that. */
const SHORT_MS = 4_000;
const CLOSED_WITHIN_MS = 30_000;

export const orderProbes: ProbeTable = {
  "past-expiry": async (session) => {
    const until = (ms: number) => ({ expiryTime: session.instant(ms) });
    const { kind, answer } = await creates(session, until(HOUR), until(-HOUR));
    if (kind === "refused") return sure("refuse");
    const { status } = await session.queried(orderIn(answer.body));
    return status === "CLOSED"
      ? sure("accept-closed")
      : finding(`an expiryTime in the past is taken, and the order is ${status}`);
  },
  "duplicate-reference": repeated(async (session) => {
    const request = session.creation();
    const first = orderIn((await session.need(CREATE, request)).body);
    const again = await askedAgain(session, request);
    const isReturned = isSuccess(again) && orderIn(again.body).id === first.id;
    if (isSuccess(again) && !isReturned) return afterReplaced(session, first);
    const other = await askedAgain(session, { ...request, amount: 2 });
    const isAlwaysReturned = isSuccess(other) && orderIn(other.body).id === first.id;
    if (isSuccess(other) && !(isReturned && isAlwaysReturned))
      return finding(`a used reference is ${isReturned ? "taken for a new order" : "taken"} with another amount`);
    const closing = session.creation({ expiryTime: session.instant(SHORT_MS) });
    const closed = orderIn((await session.need(CREATE, closing)).body);
    await untilClosed(session, closed);
    const { expiryTime: _, ...reused } = closing;
    const afterwards = await askedAgain(session, reused);
    if (!isSuccess(afterwards)) {
      session.codes.learn("duplicate-reference", [again, afterwards]);
      if (isAlwaysReturned) return sure("return-existing-always", "also with another amount");
      const tried = "another amount is refused, and so is the reference of a CLOSED order";
      return sure(isReturned ? "return-existing" : "refuse", tried);
    }
    if (isAlwaysReturned) return finding("an OPEN order is returned with another amount too, and a CLOSED one is free");
    if (orderIn(afterwards.body).id === closed.id) return finding("the order that is CLOSED is returned");
    return sure(isReturned ? "return-existing-while-open" : "free-after-closed");
  }),
  "reference-case": async (session) => {
    const name = session.reference();
    const first = await session.created({ merchantReference: `${name}-case` });
    const { kind, answer } = await tryCall(session, {
      path: QUERY,
      control: () => ({ merchantReference: `${name}-case` }),
      odd: () => ({ merchantReference: `${name}-CASE` }),
      refusal: "order-not-found",
    });
    if (kind === "accepted")
      return orderIn(answer.body).id === first.id
        ? sure("same", "a query finds the order of the other spelling")
        : finding("a query of a reference in another case finds another order");
    const other = await session.created({ merchantReference: `${name}-CASE` });
    return other.id === first.id
      ? finding("create returns the order of another spelling, and a query does not")
      : sure("distinct", "a query does not find the other spelling, and create makes a second order");
  },
  "id-reference-mismatch": async (session) => {
    const [one, other] = [await session.created(), await session.created()];
    const { kind, answer } = await tryCall(session, {
      path: QUERY,
      control: () => ({ orderId: one.id, merchantReference: one.merchantReference }),
      odd: () => ({ orderId: one.id, merchantReference: other.merchantReference }),
      refusal: "order-not-found",
    });
    if (kind === "refused") return sure("not-found");
    return orderIn(answer.body).id === one.id ? sure("order-id-wins") : finding("merchantReference wins");
  },
  "void-open-order": async (session) => {
    let open: Json = {};
    const unpaid = async () => (open = await session.created());
    const { kind } = await voids(session, "hosted-checkout/void", unpaid, { teaches: "message" });
    const { status } = await session.queried(open);
    if (kind === "refused") return sure("refuse");
    if (status === "VOIDED") return sure("void");
    return status === "CLOSED" ? sure("closed") : finding(`an OPEN order can be voided, and is ${status} then`);
  },
};

/** Whether a path voids an order. The control voids a stored card's payment. */
export const voids = (
  session: Session,
  path: string,
  order: () => Promise<Json>,
  more: Pick<OddCall, "teaches" | "isOnce"> = {},
): Promise<TriedCall> =>
  tryCall(session, {
    path,
    controlPath: "tokenization/void",
    control: async () => ({ orderId: (await session.sold()).id }),
    odd: async () => ({ orderId: (await order()).id }),
    refusal: "void-not-allowed",
    ...more,
  });

/** Repeats a refused call, and then makes a control call. */
async function askedAgain(session: Session, request: Json): Promise<HttpAnswer> {
  const answers = await answersTo(() => session.ask(CREATE, request), { isOnce: true });
  if (isSuccess(answers[0]!)) return answers[0]!;
  await session.created();
  const answer = requireAlike(answers);
  requireRefusal(session, answer, { refusal: "duplicate-reference", teaches: "code" });
  session.codes.learn("duplicate-reference", [answer]);
  return answer;
}

async function afterReplaced(session: Session, first: Json): Promise<Conclusion> {
  const { status } = await session.queried(first);
  return status === "CLOSED"
    ? sure("replace-open")
    : finding(`a second order of the same reference is made, and the first is ${status}`);
}

async function untilClosed(session: Session, order: Json): Promise<void> {
  for (let waited = SHORT_MS; waited <= CLOSED_WITHIN_MS; waited += SHORT_MS) {
    await session.wait(SHORT_MS);
    if ((await session.queried(order)).status === "CLOSED") return;
  }
  throw new Undetermined(`an order was not CLOSED ${CLOSED_WITHIN_MS / 1000} s after its expiryTime`);
}
