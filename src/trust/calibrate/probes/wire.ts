import { limits } from "../../../facts/limits.js";
import { NO_ID, spellingOf } from "../../recording/exchange.js";
import { type HttpAnswer, isSuccess } from "../../target/target.js";
import { finding, likely, type Probe, sure } from "../probe.js";
import type { Session } from "../session.js";
import { shapeOf } from "../shape.js";
import { brief } from "../try-call.js";
import { Disturbed, Undetermined } from "../undetermined.js";

const dateSpelling: Probe = {
  id: "date-spelling",
  isRepeated: true,
  run: async (session) => {
    const open = await session.created();
    const { createTime } = await session.queried(open);
    const choice = spellingOf(createTime);
    return choice === undefined ? finding(`createTime is ${shapeOf(createTime)}`) : sure(choice);
  },
};

const unpaidCardType: Probe = {
  id: "unpaid-card-type",
  isRepeated: true,
  run: async (session) => {
    const open = await session.created();
    const order = await session.queried(open);
    if (!("cardType" in order)) return sure("absent");
    if (order.cardType === null) return sure("null");
    return order.cardType === "" ? sure("empty") : finding(`an unpaid order's cardType is ${shapeOf(order.cardType)}`);
  },
};

const queryOrder: Probe = {
  id: "query-order",
  isRepeated: true,
  run: async (session) => {
    const open = await session.created();
    const order = await session.queried(open);
    if (!("email" in order)) return sure("absent");
    return order.email === "" ? sure("empty") : finding(`an email that nobody gave is ${shapeOf(order.email)}`);
  },
};

const directVoidMessage: Probe = {
  id: "direct-void-message",
  isRepeated: true,
  run: async (session) => {
    const answer = await voidedDirectly(session, ["card", "open", "wallet"]);
    if (!("message" in answer.body)) return sure("absent");
    return typeof answer.message === "string"
      ? sure("present")
      : finding(`the message of direct/void is ${shapeOf(answer.body.message)}`);
  },
};

const directVoidTransaction: Probe = {
  id: "direct-void-transaction",
  isRepeated: true,
  run: async (session) => {
    // A void of an unpaid order wouldn't have a transaction anyway.
    const answer = await voidedDirectly(session, ["card", "wallet"]);
    if (!("transaction" in answer.body)) return sure("absent");
    const { transaction } = answer.body;
    return typeof transaction === "object" && transaction !== null
      ? sure("present")
      : finding(`the transaction of direct/void is ${shapeOf(transaction)}`);
  },
};

/** Orders that direct/void may accept, the cheapest first. A service may accept only its own kind of orders. */
const voidable = {
  card: (session: Session) => session.sold(),
  open: (session: Session) => session.openDirectOrder(),
  wallet: (session: Session) => session.paidDirectOrder(),
} as const;

/** A successful direct/void. Throws Undetermined if no such order can be voided there. */
async function voidedDirectly(session: Session, kinds: readonly (keyof typeof voidable)[]): Promise<HttpAnswer> {
  const refused: string[] = [];
  for (const kind of kinds) {
    const { id } = await voidable[kind](session);
    const answer = await session.ask("direct/void", { orderId: id });
    if (isSuccess(answer)) return answer;
    refused.push(`of ${KIND_TEXTS[kind]} was answered ${brief(answer)}`);
  }
  throw new Undetermined(`direct/void ${refused.join(", ")}`);
}

const KIND_TEXTS = { card: "a card's order", open: "an open direct order", wallet: "a wallet's order" } as const;

const envelopeFaults: Probe = {
  id: "envelope-faults",
  isRepeated: true,
  run: async (session) => {
    const path = "hosted-checkout/query";
    const answers = [await askedTwice(session, path, "{}"), await askedTwice(session, path, "no JSON")];
    const [one, other] = answers.map(({ http }) => http);
    if (answers.some(isSuccess)) return finding("a body that is no envelope is taken");
    if (one === 400 && other === 400) return sure("http-status");
    return one === 200 && other === 200
      ? sure("http-200")
      : finding(`bodies that are no envelope answer HTTP ${one} and ${other}`);
  },
};

/** The answer to a body. Throws Disturbed if the same body is answered in two ways. */
async function askedTwice(session: Session, path: string, body: string): Promise<HttpAnswer> {
  const [one, other] = [await session.askRaw(path, body), await session.askRaw(path, body)];
  if (one.http !== other.http || one.code !== other.code)
    throw new Disturbed(`the same body was answered ${brief(one)} and ${brief(other)}`);
  return one;
}

const bodySize: Probe = {
  id: "body-size",
  run: async (session) => {
    const largest = limits.bodyMaxBytes.value;
    const within = await asked(session, largest);
    if (within.every(isSuccess)) {
      const above = await asked(session, largest + 1);
      if (above.every(({ http }) => http === 413)) return sure("default");
      if (above.every(isSuccess)) return finding("a body of more than 1 MB is taken");
      // With the choice `envelope-faults: http-200`, an invalid envelope is answered with HTTP 200 and a response code.
      if (above.every(({ http, code }) => http === 200 && code !== undefined && code === above[0]!.code))
        return likely("default", `one byte more than 1 MB is refused: ${brief(above[0]!)}`);
      throw new Undetermined(`a body of more than 1 MB is answered ${above.map(brief).join(" and ")}`);
    }
    if (within.every(({ http }) => http === 413)) return finding("a body of 1 MB is refused with HTTP 413");
    throw new Undetermined(`a body of 1 MB is answered ${within.map(brief).join(" and ")}`);
  },
};

/** The answers to two calls with a body of this size. Most of it is in an ignored member. */
async function asked(session: Session, bytes: number): Promise<readonly HttpAnswer[]> {
  const bodyWith = (padding: string) => JSON.stringify(session.target.envelope({ userId: session.userId, padding }));
  const body = bodyWith("x".repeat(bytes - Buffer.byteLength(bodyWith(""))));
  const path = "tokenization/query-token";
  return [await session.askRaw(path, body), await session.askRaw(path, body)];
}

const missingSignature: Probe = {
  id: "missing-signature",
  isRepeated: true,
  run: async (session) => {
    const path = "tokenization/query-token";
    const { request } = session.target.envelope({ userId: session.userId });
    const answer = await askedTwice(session, path, JSON.stringify({ request }));
    const malformed = await askedTwice(session, path, "{}");
    const wrong = session.codes.codeOf("invalid-signature");
    if (wrong === undefined || isSuccess(answer)) throw new Undetermined("signatures are not checked there");
    if (malformed.code === wrong) throw new Undetermined(`${wrong} stands for both`);
    if (answer.code === wrong) return sure("invalid-signature");
    return answer.code === malformed.code && answer.http === malformed.http
      ? sure("malformed-envelope")
      : finding(`a missing signature is answered HTTP ${answer.http} ${answer.code ?? "without a code"}`);
  },
};

const deleteToken: Probe = {
  id: "delete-token",
  isRepeated: true,
  run: async (session) => {
    const answer = await session.ask("tokenization/delete-token", { userId: session.reference(), tokenId: NO_ID });
    // Only likely, because a token that never existed stands for a deleted one.
    if (isSuccess(answer)) return likely("success");
    const known = session.codes.codeOf("token-not-found");
    if (known === undefined || answer.code !== known)
      throw new Undetermined(`${brief(answer)}: no provoked token-not-found answered with this code`);
    session.restsOn(known);
    return likely("not-found");
  },
};

export const wireProbes: readonly Probe[] = [
  dateSpelling,
  unpaidCardType,
  queryOrder,
  directVoidMessage,
  directVoidTransaction,
  envelopeFaults,
  bodySize,
  missingSignature,
  deleteToken,
];
