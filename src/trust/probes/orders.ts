import { finding, type Probe, sure } from "../probe.js";
import { orderIn, type Session } from "../session.js";
import { requireRefusal, takes } from "../takes.js";
import { type Answer, isSuccess, type Json } from "../target.js";
import { Undetermined } from "../undetermined.js";
import { creates } from "./parameters.js";

const CREATE = "hosted-checkout/create";
const HOUR = 3_600_000;
/** How long an order lives that is to be CLOSED, and how long is waited for it. */
const SHORT_MS = 4_000;
const CLOSED_WITHIN_MS = 30_000;

const pastExpiry: Probe = {
  id: "past-expiry",
  run: async (session) => {
    const until = (ms: number) => ({ expiryTime: session.instant(ms) });
    const { kind, answer } = await creates(session, until(HOUR), until(-HOUR));
    if (kind === "refused") return sure("refuse");
    const { status } = await session.queried(orderIn(answer.body));
    return status === "CLOSED"
      ? sure("accept-closed")
      : finding(`an expiryTime in the past is taken, and the order is ${status}`);
  },
};

const duplicateReference: Probe = {
  id: "duplicate-reference",
  run: async (session) => {
    const request = session.creation();
    const first = orderIn((await session.need(CREATE, request)).body);
    const again = await askedAgain(session, request);
    if (isSuccess(again)) return afterTaken(session, first, orderIn(again.body));
    const closing = session.creation({ expiryTime: session.instant(SHORT_MS) });
    const closed = orderIn((await session.need(CREATE, closing)).body);
    await untilClosed(session, closed);
    const { expiryTime: _, ...reused } = closing;
    const afterwards = await askedAgain(session, reused);
    if (!isSuccess(afterwards)) {
      session.learn("duplicate-reference", again, afterwards);
      return sure("refuse");
    }
    const { id } = orderIn(afterwards.body);
    return id !== closed.id ? sure("free-after-closed") : finding("the order that is CLOSED is returned");
  },
};

/** Asks twice where it is refused; a control stands after it. */
async function askedAgain(session: Session, request: Json): Promise<Answer> {
  const answer = await session.ask(CREATE, request);
  if (isSuccess(answer)) return answer;
  const second = await session.ask(CREATE, request);
  await session.created();
  if (second.code !== answer.code) throw new Undetermined("the same call was refused with two codes");
  requireRefusal(session, answer, { refusal: "duplicate-reference", teaches: "code" });
  session.learn("duplicate-reference", answer);
  return answer;
}

async function afterTaken(session: Session, first: Json, second: Json) {
  if (second.id === first.id) return sure("return-existing");
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

const idReferenceMismatch: Probe = {
  id: "id-reference-mismatch",
  run: async (session) => {
    const [one, other] = [await session.created(), await session.created()];
    const { kind, answer } = await takes(session, {
      path: "hosted-checkout/query",
      control: () => ({ orderId: one.id, merchantReference: one.merchantReference }),
      odd: () => ({ orderId: one.id, merchantReference: other.merchantReference }),
      refusal: "order-not-found",
    });
    if (kind === "refused") return sure("not-found");
    return orderIn(answer.body).id === one.id ? sure("order-id-wins") : finding("merchantReference wins");
  },
};

const voidOpenOrder: Probe = {
  id: "void-open-order",
  run: async (session) => {
    let open: Json = {};
    const { kind } = await takes(session, {
      path: "hosted-checkout/void",
      controlPath: "tokenization/void",
      control: async () => ({ orderId: (await session.sold()).id }),
      odd: async () => {
        open = await session.created();
        return { orderId: open.id };
      },
      refusal: "void-not-allowed",
      teaches: "message",
    });
    const { status } = await session.queried(open);
    if (kind === "refused") return sure("refuse");
    if (status === "VOIDED") return sure("void");
    return status === "CLOSED" ? sure("closed") : finding(`an OPEN order can be voided, and is ${status} then`);
  },
};

export const orderProbes: readonly Probe[] = [pastExpiry, duplicateReference, idReferenceMismatch, voidOpenOrder];
