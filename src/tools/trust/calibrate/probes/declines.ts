import type { Json } from "../../../../package/json.js";
import { NO_ID, orderIn } from "../../recording/exchange.js";
import { type HttpAnswer, isSuccess } from "../../target/target.js";
import type { StoredToken } from "../../target/tokens.js";
import { Disturbed, type Session, Undetermined } from "../session/session.js";
import { answersTo, askedAlike, brief, requireAlike } from "../session/try-call.js";
import { type Conclusion, finding, likely, type ProbeTable, sure } from "./probe.js";

export const declineProbes: ProbeTable = {
  "declined-token-order": async (session) => {
    const found = (await declined(session)) ?? (await lapsed(session));
    if (!found) throw new Undetermined(`no charge of a card of user ${session.userId} is declined`);
    const { status, answer } = found;
    if (status === "OPEN") return sure("open");
    if (status === "CLOSED") return sure("closed");
    if (status !== undefined) return finding(`the order of a declined sale is ${status}`);
    if ((await declined(session)) === undefined)
      throw new Undetermined(
        `a card that has expired is answered ${brief(answer)} and leaves no order: it may be refused`,
      );
    // The card is listed and valid, and another one was charged with the same parameters. So only a decline is left
    // as the reason.
    return likely("none");
  },
  "expired-token": async (session) => {
    const token = await lapsedToken(session);
    if (!token) throw new Undetermined(`user ${session.userId} has no card that has expired`);
    const found = await lapsed(session);
    if (!found) return finding("a card that has expired is charged");
    const { answer, status } = found;
    if (status !== undefined) {
      session.codes.learn("expired-card", [answer]);
      return sure("decline");
    }
    const other = await declined(session);
    if (other?.status === undefined) return byTwoReasons(session, token, answer);
    session.codes.learn("token-expired", [answer]);
    return sure("refuse");
  },
};

/** A refused charge, and the state that it left behind. */
interface NotCharged {
  readonly answer: HttpAnswer;
  /** The order's status. Undefined if there is no order. */
  readonly status: unknown;
}

/** The charge of a usable card that the issuer declines. Undefined if every card can be charged. */
const declined = (session: Session): Promise<NotCharged | undefined> =>
  session.once("declined", async () => {
    const [, ...others] = await session.usableTokens();
    for (const token of others) {
      const found = await notCharged(session, token);
      // The charge itself was valid, so its code doesn't stand for a refusal.
      if (found?.answer.code !== undefined) session.codes.unasked(found.answer.code);
      if (found) return found;
    }
    return undefined;
  });

/** The charge of an expired card. Undefined if there is no such card, or if it can be charged. */
const lapsed = (session: Session): Promise<NotCharged | undefined> =>
  session.once("lapsed", async () => {
    const token = await lapsedToken(session);
    return token && notCharged(session, token);
  });

async function lapsedToken(session: Session): Promise<StoredToken | undefined> {
  const usable = await session.usableTokens();
  return (await session.tokens()).find((token) => !usable.includes(token));
}

/**
 * Charges a possibly refused card twice, and looks for the second order. Undefined if the charge succeeds. Throws
 * Undetermined if the answers differ, if their code means something else, or if it is unknown whether there is an
 * order.
 */
async function notCharged(session: Session, token: StoredToken): Promise<NotCharged | undefined> {
  await session.sold();
  let sale: Json = {};
  const ask = async () => {
    sale = await session.sale({}, token);
    return session.ask("tokenization/sale", sale);
  };
  const answers = await answersTo(ask, { isOnce: true });
  if (isSuccess(answers[0]!)) return undefined;
  await session.sold();
  const answer = requireAlike(answers);
  const { code, http } = answer;
  if (code === undefined || http !== 200) throw new Disturbed(`a charge was answered ${brief(answer)}`);
  const meaning = session.codes.otherMeaning(code);
  if (meaning !== undefined) throw new Undetermined(meaning);
  const query = await session.ask("hosted-checkout/query", { merchantReference: sale.merchantReference });
  if (isSuccess(query)) return { answer, status: orderIn(query.body).status };
  if (query.code === undefined || query.code !== session.codes.codeOf("order-not-found"))
    throw new Disturbed(`the query of its order was answered ${brief(query)}`);
  session.restsOn(query.code);
  return { answer, status: undefined };
}

/**
 * No order is left, so the answer is a refusal or a decline. A charge that can be refused for its parent as well shows
 * which: the issuer isn't asked about a charge that the gateway refuses.
 */
async function byTwoReasons(session: Session, token: StoredToken, { code: ofCard }: HttpAnswer): Promise<Conclusion> {
  const orphan = async (charged?: StoredToken): Promise<HttpAnswer> => {
    const ask = async () => session.ask("tokenization/recurring", await session.recurring(NO_ID, charged));
    const answer = await askedAlike(ask);
    if (answer.code !== undefined && answer.http === 200 && !isSuccess(answer)) return answer;
    throw new Disturbed(`a recurring charge without a parent was answered ${brief(answer)}`);
  };
  const [plain, lapsed] = [await orphan(), await orphan(token)];
  const tried = `a recurring charge of it with an unknown parent is answered ${brief(lapsed)}`;
  if (ofCard !== undefined && plain.code !== ofCard && lapsed.code === ofCard) {
    session.restsOn(ofCard);
    session.codes.learn("token-expired", [lapsed]);
    return sure("refuse", tried);
  }
  // Only likely, because a gateway may look at the card after everything else.
  if (plain.code !== ofCard && lapsed.code === plain.code && !session.codes.isUnasked(plain.code))
    return likely("decline", tried);
  throw new Undetermined(`it leaves no order, and ${tried}: a refusal, or a decline`);
}
