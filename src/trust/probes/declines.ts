import type { AnswerName } from "../../facts/codes.js";
import { finding, likely, type Probe, sure } from "../probe.js";
import { orderIn, type Session } from "../session.js";
import { brief } from "../takes.js";
import { type Answer, isSuccess } from "../target.js";
import type { StoredToken } from "../tokens.js";
import { Undetermined } from "../undetermined.js";

/** A charge that was not let through, and what is left of it. */
interface NotCharged {
  readonly answer: Answer;
  /** Of the order; undefined where there is none. */
  readonly status: unknown;
}

/**
 * Charges a card twice that may not be let through, and looks for the second order. Undefined where it is charged. Throws
 * Undetermined where the answers differ, where their code means something else, and where nobody knows whether there is an order.
 */
async function notCharged(session: Session, token: StoredToken, name?: AnswerName): Promise<NotCharged | undefined> {
  await session.sold();
  const answers: Answer[] = [];
  let reference: unknown;
  for (let i = 0; i < 2; i++) {
    const sale = await session.sale({}, token);
    reference = sale.merchantReference;
    answers.push(await session.ask("tokenization/sale", sale));
    if (isSuccess(answers[0]!)) return undefined;
  }
  await session.sold();
  const [answer, again] = answers as [Answer, Answer];
  const { code, http } = answer;
  if (code === undefined || http !== 200 || again.code !== code)
    throw new Undetermined(`the same charge was answered ${answers.map(brief).join(" and ")}`);
  const [meaning] = session.codes.meanings(code).filter((one) => one !== name);
  if (meaning !== undefined) throw new Undetermined(`${code} was seen for ${meaning}`);
  const query = await session.ask("hosted-checkout/query", { merchantReference: reference });
  if (isSuccess(query)) return { answer, status: orderIn(query.body).status };
  if (query.code === undefined || query.code !== session.codes.codeOf("order-not-found"))
    throw new Undetermined(`the query of its order was answered ${brief(query)}`);
  session.restsOn(query.code);
  return { answer, status: undefined };
}

/** A usable card that the issuer declines, and what is left of its charge; undefined where each of them can be charged. */
const declined = (session: Session): Promise<NotCharged | undefined> =>
  session.once("declined", async () => {
    const [, ...others] = await session.usableTokens();
    for (const token of others) {
      const found = await notCharged(session, token);
      // Nothing is wrong with such a charge: what it answers stands for no refusal.
      if (found?.answer.code !== undefined) session.codes.unasked(found.answer.code);
      if (found) return found;
    }
    return undefined;
  });

async function lapsedToken(session: Session): Promise<StoredToken | undefined> {
  const usable = await session.usableTokens();
  return (await session.tokens()).find((token) => !usable.includes(token));
}

/** A card that has expired, and what is left of its charge; undefined where there is none, or it is charged. */
const lapsed = (session: Session): Promise<NotCharged | undefined> =>
  session.once("lapsed", async () => {
    const token = await lapsedToken(session);
    return token && notCharged(session, token);
  });

const kept: Readonly<Record<string, string>> = { OPEN: "open", CLOSED: "closed" };

const declinedTokenOrder: Probe = {
  id: "declined-token-order",
  run: async (session) => {
    const found = (await declined(session)) ?? (await lapsed(session));
    if (!found) throw new Undetermined(`no charge of a card of user ${session.userId} is declined`);
    const { status, answer } = found;
    if (status !== undefined) {
      const choice = kept[String(status)];
      return choice === undefined ? finding(`the order of a declined sale is ${status}`) : sure(choice);
    }
    if ((await declined(session)) === undefined)
      throw new Undetermined(
        `a card that has expired is answered ${brief(answer)} and leaves no order: it may be refused`,
      );
    // The card is listed, has not expired, and another one was charged with the same parameters: what is left is a decline.
    return likely("none");
  },
};

const expiredToken: Probe = {
  id: "expired-token",
  run: async (session) => {
    if (!(await lapsedToken(session))) throw new Undetermined(`user ${session.userId} has no card that has expired`);
    const found = await lapsed(session);
    if (!found) return finding("a card that has expired is charged");
    const { answer, status } = found;
    if (status !== undefined) {
      session.learn("expired-card", answer);
      return sure("decline");
    }
    const other = await declined(session);
    if (other?.status === undefined)
      throw new Undetermined(
        `it is answered ${brief(answer)} and leaves no order: a refusal, or a decline${other ? ", which leaves none either" : ""}`,
      );
    session.learn("token-expired", answer);
    return sure("refuse");
  },
};

export const declineProbes: readonly Probe[] = [declinedTokenOrder, expiredToken];
