import { limits } from "../../facts/limits.js";
import { finding, likely, type Probe, sure } from "../probe.js";
import { orderIn, type Session } from "../session.js";
import { brief } from "../takes.js";
import { type Answer, isSuccess } from "../target.js";
import { Undetermined } from "../undetermined.js";

/** No token has this id. */
const NO_ID = 2_147_483_599;

const dateSpelling: Probe = {
  id: "date-spelling",
  run: async (session) => {
    const open = await session.created();
    const { createTime } = orderIn((await session.ask("hosted-checkout/query", { orderId: open.id })).body);
    const [, offset] = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}([+-]\d\d:?\d\d)$/.exec(String(createTime)) ?? [];
    const choice = { "+00:00": "colon", "+0000": "no-colon", "+08:00": "hong-kong" }[offset ?? ""];
    return choice === undefined ? finding(`createTime is ${JSON.stringify(createTime)}`) : sure(choice);
  },
};

const unpaidCardType: Probe = {
  id: "unpaid-card-type",
  run: async (session) => {
    const open = await session.created();
    const order = orderIn((await session.ask("hosted-checkout/query", { orderId: open.id })).body);
    if (order.id === undefined) throw new Undetermined("the query of an unpaid order was refused");
    if (!("cardType" in order)) return sure("absent");
    if (order.cardType === null) return sure("null");
    return order.cardType === ""
      ? sure("empty")
      : finding(`an unpaid order's cardType is ${JSON.stringify(order.cardType)}`);
  },
};

const queryOrder: Probe = {
  id: "query-order",
  run: async (session) => {
    const open = await session.created();
    const order = orderIn((await session.ask("hosted-checkout/query", { orderId: open.id })).body);
    if (order.id === undefined) throw new Undetermined("the query of an unpaid order was refused");
    if (!("email" in order)) return sure("absent");
    return order.email === "" ? sure("empty") : finding(`an email that nobody gave is ${JSON.stringify(order.email)}`);
  },
};

const directVoidMessage: Probe = {
  id: "direct-void-message",
  run: async (session) => {
    const paid = await session.sold();
    const answer = await session.ask("direct/void", { orderId: paid.id });
    if (!isSuccess(answer)) throw new Undetermined(`direct/void of a card's order was answered ${brief(answer)}`);
    return sure(answer.message === undefined ? "absent" : "present");
  },
};

const envelopeFaults: Probe = {
  id: "envelope-faults",
  run: async (session) => {
    const path = "hosted-checkout/query";
    const answers = [await session.askRaw(path, "{}"), await session.askRaw(path, "no JSON")];
    const [one, other] = answers.map(({ http }) => http);
    if (answers.some(isSuccess)) return finding("a body that is no envelope is taken");
    if (one === 400 && other === 400) return sure("http-status");
    return one === 200 && other === 200
      ? sure("http-200")
      : finding(`bodies that are no envelope answer HTTP ${one} and ${other}`);
  },
};

const bodySize: Probe = {
  id: "body-size",
  run: async (session) => {
    const largest = limits.bodyMaxBytes.value;
    const within = await asked(session, largest);
    if (within.every(isSuccess)) {
      const above = await asked(session, largest + 1);
      if (above.every(({ http }) => http === 413)) return sure("default");
      if (above.every(isSuccess)) return finding("a body of more than 1 MB is taken");
      throw new Undetermined(`a body of more than 1 MB is answered ${above.map(brief).join(" and ")}`);
    }
    if (within.every(({ http }) => http === 413)) return finding("a body of 1 MB is refused with HTTP 413");
    throw new Undetermined(`a body of 1 MB is answered ${within.map(brief).join(" and ")}`);
  },
};

/** The answers to two calls with a body of this size, most of it in a member that nobody reads. */
async function asked(session: Session, bytes: number): Promise<readonly Answer[]> {
  const bodyWith = (padding: string) => JSON.stringify(session.target.envelope({ userId: session.userId, padding }));
  const body = bodyWith("x".repeat(bytes - Buffer.byteLength(bodyWith(""))));
  const path = "tokenization/query-token";
  return [await session.askRaw(path, body), await session.askRaw(path, body)];
}

const missingSignature: Probe = {
  id: "missing-signature",
  run: async (session) => {
    const path = "tokenization/query-token";
    const { request } = session.target.envelope({ userId: session.userId });
    const answer = await session.askRaw(path, JSON.stringify({ request }));
    const malformed = await session.askRaw(path, "{}");
    const wrong = session.codes.codeOf("invalid-signature");
    if (wrong === undefined || isSuccess(answer)) throw new Undetermined("signatures are not checked there");
    if (malformed.code === wrong) throw new Undetermined(`${wrong} stands for both`);
    if (answer.code === wrong) return sure("invalid-signature");
    return answer.code === malformed.code && answer.http === malformed.http
      ? sure("malformed-envelope")
      : finding(`a missing signature is answered ${brief(answer)}`);
  },
};

const deleteToken: Probe = {
  id: "delete-token",
  run: async (session) => {
    const answer = await session.ask("tokenization/delete-token", { userId: session.reference(), tokenId: NO_ID });
    // A token that never was stands for one that is gone.
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
  envelopeFaults,
  bodySize,
  missingSignature,
  deleteToken,
];
