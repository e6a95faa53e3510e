import { limits } from "../../../../core/facts/limits.js";
import type { Json } from "../../../../package/json.js";
import { NO_ID, orderIn } from "../../recording/exchange.js";
import { type HttpAnswer, isSuccess } from "../../target/target.js";
import { Disturbed, type Session, Undetermined } from "../session/session.js";
import { answersTo, askedAlike, brief, requireAlike } from "../session/try-call.js";
import { finding, likely, type ProbeTable, repeated, shows, sure } from "./probe.js";

const QUERY_TOKEN = "tokenization/query-token";
const OWN_WORDS = "no public key";

export const wireProbes: ProbeTable = {
  "date-spelling": repeated(shows(newOrder)),
  "order-id-size": repeated(shows(newOrder)),
  "unpaid-card-type": repeated(shows(newOrder)),
  "query-order": repeated(shows(newOrder)),
  "direct-void-message": repeated(shows((session) => voidedDirectly(session, ["card", "open", "wallet"]))),
  // A void of an unpaid order wouldn't have a transaction anyway.
  "direct-void-transaction": repeated(shows((session) => voidedDirectly(session, ["card", "wallet"]))),
  "envelope-faults": repeated(async (session) => {
    const path = "hosted-checkout/query";
    const answers = [await askedTwice(session, path, "{}"), await askedTwice(session, path, "no JSON")];
    const [one, other] = answers.map(({ http }) => http);
    if (answers.some(isSuccess)) return finding("a body that is no envelope is taken");
    if (one === 400 && other === 400) return sure("http-status");
    return one === 200 && other === 200
      ? sure("http-200")
      : finding(`bodies that are no envelope answer HTTP ${one} and ${other}`);
  }),
  "body-size": async (session) => {
    const largest = limits.bodyMaxBytes.value;
    const within = await askedWithSize(session, largest);
    if (within.every(({ http }) => http === 413)) return finding("a body of 1 MB is refused with HTTP 413");
    if (!within.every(isSuccess))
      throw new Undetermined(`a body of 1 MB is answered ${within.map(brief).join(" and ")}`);
    const above = await askedWithSize(session, largest + 1);
    if (above.every(({ http }) => http === 413)) return sure("default");
    if (above.every(isSuccess)) return finding("a body of more than 1 MB is taken");
    // With the choice `envelope-faults: http-200`, an invalid envelope is answered with HTTP 200 and a response code.
    if (above.every(({ http, code }) => http === 200 && code !== undefined && code === above[0]!.code))
      return likely("default", `one byte more than 1 MB is refused: ${brief(above[0]!)}`);
    throw new Undetermined(`a body of more than 1 MB is answered ${above.map(brief).join(" and ")}`);
  },
  "missing-signature": repeated(async (session) => {
    const { request } = session.target.envelope({ userId: session.userId });
    const answer = await askedTwice(session, QUERY_TOKEN, JSON.stringify({ request }));
    const malformed = await askedTwice(session, QUERY_TOKEN, "{}");
    const wrong = session.codes.codeOf("invalid-signature");
    if (wrong === undefined || isSuccess(answer)) throw new Undetermined("signatures are not checked there");
    if (malformed.code === wrong) throw new Undetermined(`${wrong} stands for both`);
    if (answer.code === wrong) return sure("invalid-signature");
    return answer.code === malformed.code && answer.http === malformed.http
      ? sure("malformed-envelope")
      : finding(`a missing signature is answered HTTP ${answer.http} ${answer.code ?? "without a code"}`);
  }),
  "unknown-merchant": async (session) => {
    let merchantId = NO_ID;
    const answers = await answersTo(() =>
      session.ask(QUERY_TOKEN, { merchantId: merchantId--, userId: session.userId }),
    );
    const answer = requireAlike(answers);
    const { code, http, message = "" } = answer;
    if (isSuccess(answer)) throw new Undetermined("signatures are not checked there");
    if (code === undefined || http !== 200) throw new Disturbed(`an unknown merchant is answered ${brief(answer)}`);
    if (code === session.codes.codeOf("invalid-signature"))
      return finding("an unknown merchant is answered as an invalid signature is");
    session.restsOn(code);
    const isKeyless = message.trim().toLowerCase().startsWith(OWN_WORDS);
    const name = isKeyless ? "no-public-key" : "merchant-not-found";
    const doubt = session.codes.doubt(code) ?? session.codes.otherMeaning(code, name);
    if (doubt !== undefined) throw new Undetermined(doubt);
    session.codes.learn(name, answers);
    // An unknown message may mean any problem with such a merchant.
    return isKeyless ? sure(name) : likely(name, `merchants ${NO_ID} and ${NO_ID - 1} are answered ${brief(answer)}`);
  },
  "delete-token": repeated(async (session) => {
    const answer = await session.ask("tokenization/delete-token", { userId: session.reference(), tokenId: NO_ID });
    // Only likely, because a token that never existed stands for a deleted one.
    if (isSuccess(answer)) return likely("success");
    const known = session.codes.codeOf("token-not-found");
    if (known === undefined || answer.code !== known)
      throw new Undetermined(`${brief(answer)}: no provoked token-not-found answered with this code`);
    session.restsOn(known);
    return likely("not-found");
  }),
};

/** The query of an order that nobody has paid, and that has only what it must have. */
async function newOrder(session: Session): Promise<Json> {
  return { order: await session.queried(await session.created()) };
}

/** Orders that direct/void may accept, the cheapest first. A service may accept only its own kind of orders. */
const voidable = {
  card: { text: "a card's order", order: (session: Session) => session.sold() },
  open: {
    text: "an open direct order",
    order: async (session: Session) => (await directOrder(session, "SDK")).order,
  },
  wallet: {
    text: "a wallet's order",
    order: async (session: Session) => {
      const { order, body } = await directOrder(session, "PCWEB");
      await session.asked("pay with AlipayHK", body);
      return order;
    },
  },
} as const;

/** The answer of a successful direct/void. Throws Undetermined if no such order can be voided there. */
async function voidedDirectly(session: Session, kinds: readonly (keyof typeof voidable)[]): Promise<Json> {
  const refused: string[] = [];
  for (const kind of kinds) {
    const { text, order } = voidable[kind];
    const answer = await session.ask("direct/void", { orderId: (await order(session)).id });
    if (isSuccess(answer)) return answer.body;
    refused.push(`of ${text} was answered ${brief(answer)}`);
  }
  throw new Undetermined(`direct/void ${refused.join(", ")}`);
}

/** Creates an unpaid direct order. */
async function directOrder(session: Session, paymentTerminal: string) {
  const params: Json = { ...session.creation(), paymentType: "ALIPAYHK", paymentTerminal };
  const { body } = await session.need("direct/sale", params);
  const { merchantReference } = params;
  const queried = await session.need("direct/query", { merchantReference });
  return { order: orderIn(queried.body), body };
}

const askedTwice = (session: Session, path: string, body: string): Promise<HttpAnswer> =>
  askedAlike(() => session.askRaw(path, body));

/** The answers to two calls with a body of this size. Most of it is in an ignored member. */
async function askedWithSize(session: Session, bytes: number): Promise<readonly HttpAnswer[]> {
  const bodyWith = (padding: string) => JSON.stringify(session.target.envelope({ userId: session.userId, padding }));
  const body = bodyWith("x".repeat(bytes - Buffer.byteLength(bodyWith(""))));
  return answersTo(() => session.askRaw(QUERY_TOKEN, body));
}
