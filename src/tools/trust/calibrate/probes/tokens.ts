import { limits } from "../../../../core/facts/limits.js";
import type { Json } from "../../../../package/json.js";
import { isMastercard } from "../../target/tokens.js";
import { shapeOf } from "../results/shape.js";
import { type Session, tokensIn, Undetermined } from "../session/session.js";
import { type OddCall, type TriedCall, tryCall } from "../session/try-call.js";
import { byKind, byKinds, finding, type ProbeTable, repeated, shows, sure } from "./probe.js";

const QUERY_TOKEN = "tokenization/query-token";
const RECURRING = "tokenization/recurring";
const EMAIL = "calibration@example.com";
/** The lengths in the newer and in the older docs. */
const USER_ID_LENGTHS = [limits.userIdMaxCharsNewer.value, limits.userIdMaxChars.value] as const;

export const tokenProbes: ProbeTable = {
  "user-id-case": repeated(async (session) => {
    const { userId } = session;
    const other = userId === userId.toUpperCase() ? userId.toLowerCase() : userId.toUpperCase();
    if (other === userId) throw new Undetermined(`user ${userId} has no letters`);
    const idsOf = async (user: string): Promise<string> =>
      tokensIn((await session.needSeen(QUERY_TOKEN, { userId: user })).body)
        .map(({ tokenId }) => tokenId)
        .sort()
        .join();
    const own = await idsOf(userId);
    if (own === "") throw new Undetermined(`user ${userId} has no card`);
    const found = await idsOf(other);
    if (found === own) return sure("insensitive", `query-token lists the cards of ${userId} for ${other} too`);
    return found === ""
      ? sure("sensitive", `query-token lists no card for ${other}`)
      : finding("query-token lists other cards for the same userId in another case");
  }),
  "user-id-length": byKinds(
    { "accepted refused refused refused": "up-to-56", "accepted accepted accepted refused": "up-to-64" },
    "characters: ",
    (session) => {
      const userIdOf = (size: number) => ({ userId: session.reference().padEnd(size, "u").slice(0, size) });
      const sizes = USER_ID_LENGTHS.flatMap((most) => [most, most + 1]);
      return Array.fromAsync(sizes, async (size) => {
        const call = { path: QUERY_TOKEN, control: () => userIdOf(20), odd: () => userIdOf(size) };
        return [`${size}`, (await tryCall(session, call)).kind] as const;
      });
    },
  ),
  "recurring-parent": byKind("any-paid", "strict", async (session) => {
    const parent = await session.sold({ isRecurring: true });
    const odd = async () => session.recurring((await session.sold()).id);
    return recurs(session, { parent, odd, refusal: "parent-not-recurring", teaches: "message" });
  }),
  "parent-is-recurring": byKind("accept", "refuse", async (session) => {
    const parent = await session.sold({ isRecurring: true });
    const odd = async () => session.recurring((await session.chargedAgain(parent.id)).id);
    return recurs(session, { parent, odd, refusal: "parent-not-recurring", teaches: "message" });
  }),
  "parent-other-token": byKind("accept", "refuse", async (session) => {
    const [one, other] = await session.usableTokens();
    if (!one || !other) throw new Undetermined(`user ${session.userId} has not two cards that may be charged`);
    // Shows that the other card can be charged at all.
    await session.sold({}, other);
    const parent = await session.sold({ isRecurring: true }, one);
    const odd = () => session.recurring(parent.id, other);
    return recurs(session, { parent, odd, refusal: "parent-order-not-found" });
  }),
  "recurring-email": repeated(async (session) => {
    const parent = await session.sold({ isRecurring: true, email: EMAIL });
    const { order } = await session.needSeen(RECURRING, await session.recurring(parent.id));
    if (order.email === EMAIL) return sure("parent");
    if (order.email === "") return sure("empty");
    if (order.email !== undefined) return finding(`the email of a recurring payment is ${shapeOf(order.email)}`);
    // If an order has no email, the service may leave the member out. The parent's query then shows the email.
    const [own, ofParent] = [await session.queried(order), await session.queried(parent)];
    if (own.email === EMAIL) return sure("parent");
    return ofParent.email === EMAIL ? sure("empty") : finding("the email of a recurring payment is left out");
  }),
  "token-brand": shows(async (session) => {
    const { body } = await session.needSeen(QUERY_TOKEN, { userId: session.userId });
    if (!tokensIn(body).some(isMastercard)) throw new Undetermined(`user ${session.userId} has no Mastercard`);
    return body;
  }),
};

interface OddCharge extends Pick<OddCall, "odd" | "refusal" | "teaches"> {
  readonly parent: Json;
}

/** Whether an odd recurring charge is accepted. The control charges the parent again. */
export const recurs = (session: Session, { parent, ...odd }: OddCharge): Promise<TriedCall> =>
  tryCall(session, { path: RECURRING, control: () => session.recurring(parent.id), ...odd });
