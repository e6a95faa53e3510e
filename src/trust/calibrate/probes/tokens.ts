import { limits } from "../../../facts/limits.js";
import { orderIn } from "../../recording/exchange.js";
import { brandChoices, isMastercard, type StoredToken } from "../../target/tokens.js";
import { finding, type Probe, sure } from "../probe.js";
import { shapeOf } from "../shape.js";
import { tryCall } from "../try-call.js";
import { Undetermined } from "../undetermined.js";

const RECURRING = "tokenization/recurring";

const recurringParent: Probe = {
  id: "recurring-parent",
  run: async (session) => {
    const parent = await session.sold({ isRecurring: true });
    const { kind } = await tryCall(session, {
      path: RECURRING,
      control: () => session.recurring(parent.id),
      odd: async () => session.recurring((await session.sold()).id),
      refusal: "parent-not-recurring",
      teaches: "message",
    });
    return sure(kind === "accepted" ? "any-paid" : "strict");
  },
};

const parentIsRecurring: Probe = {
  id: "parent-is-recurring",
  run: async (session) => {
    const first = await session.sold({ isRecurring: true });
    const { kind } = await tryCall(session, {
      path: RECURRING,
      control: () => session.recurring(first.id),
      odd: async () => session.recurring((await session.chargedAgain(first.id)).id),
      refusal: "parent-not-recurring",
      teaches: "message",
    });
    return sure(kind === "accepted" ? "accept" : "refuse");
  },
};

const parentOtherToken: Probe = {
  id: "parent-other-token",
  run: async (session) => {
    const [one, other] = await session.usableTokens();
    if (!one || !other) throw new Undetermined(`user ${session.userId} has not two cards that may be charged`);
    // Shows that the other card can be charged at all.
    await session.sold({}, other);
    const parent = await session.sold({ isRecurring: true }, one);
    const { kind } = await tryCall(session, {
      path: RECURRING,
      control: () => session.recurring(parent.id, one),
      odd: () => session.recurring(parent.id, other),
      refusal: "parent-order-not-found",
    });
    return sure(kind === "accepted" ? "accept" : "refuse");
  },
};

const EMAIL = "calibration@example.com";

const recurringEmail: Probe = {
  id: "recurring-email",
  isRepeated: true,
  run: async (session) => {
    const parent = await session.sold({ isRecurring: true, email: EMAIL });
    const order = orderIn((await session.needSeen(RECURRING, await session.recurring(parent.id))).body);
    if (order.email === EMAIL) return sure("parent");
    if (order.email === "") return sure("empty");
    if (order.email !== undefined) return finding(`the email of a recurring payment is ${shapeOf(order.email)}`);
    // If an order has no email, the service may leave the member out. The parent's query then shows the email.
    const [own, ofParent] = [await session.queried(order), await session.queried(parent)];
    if (own.email === EMAIL) return sure("parent");
    return ofParent.email === EMAIL ? sure("empty") : finding("the email of a recurring payment is left out");
  },
};

const tokenBrand: Probe = {
  id: "token-brand",
  run: async (session) => {
    await session.needSeen("tokenization/query-token", { userId: session.userId });
    const card = (await session.tokens()).find(isMastercard);
    if (!card) throw new Undetermined(`user ${session.userId} has no Mastercard`);
    const choice = brandChoices[card.cardBrand ?? ""];
    return choice === undefined ? finding(`a Mastercard's cardBrand is ${shapeOf(card.cardBrand)}`) : sure(choice);
  },
};

const userIdCase: Probe = {
  id: "user-id-case",
  isRepeated: true,
  run: async (session) => {
    const { userId } = session;
    const other = userId === userId.toUpperCase() ? userId.toLowerCase() : userId.toUpperCase();
    if (other === userId) throw new Undetermined(`user ${userId} has no letters`);
    const own = idsOf((await session.needSeen(QUERY_TOKEN, { userId })).body.list);
    if (own === "") throw new Undetermined(`user ${userId} has no card`);
    const found = idsOf((await session.needSeen(QUERY_TOKEN, { userId: other })).body.list);
    if (found === own) return sure("insensitive", `query-token lists the cards of ${userId} for ${other} too`);
    return found === ""
      ? sure("sensitive", `query-token lists no card for ${other}`)
      : finding("query-token lists other cards for the same userId in another case");
  },
};

const QUERY_TOKEN = "tokenization/query-token";

const idsOf = (list: unknown): string =>
  (Array.isArray(list) ? (list as StoredToken[]) : [])
    .map(({ tokenId }) => tokenId)
    .sort()
    .join();

/** The lengths in the older and in the newer docs. */
const USER_ID_LENGTHS = [limits.userIdMaxCharsNewer.value, limits.userIdMaxChars.value] as const;

const userIdLength: Probe = {
  id: "user-id-length",
  run: async (session) => {
    const userIdOf = (size: number) => ({ userId: session.reference().padEnd(size, "u").slice(0, size) });
    const kinds: string[] = [];
    for (const most of USER_ID_LENGTHS)
      for (const size of [most, most + 1]) {
        const { kind } = await tryCall(session, {
          path: QUERY_TOKEN,
          control: () => userIdOf(20),
          odd: () => userIdOf(size),
          refusal: "invalid-parameter",
        });
        kinds.push(`${size} ${kind}`);
      }
    const text = `characters: ${kinds.join(", ")}`;
    const [newer, above, older, tooLong] = kinds.map((kind) => kind.endsWith("accepted"));
    if (newer && !above && !older && !tooLong) return sure("up-to-56", text);
    return newer && above && older && !tooLong ? sure("up-to-64", text) : finding(`a userId of ${text}`);
  },
};

export const tokenProbes: readonly Probe[] = [
  userIdCase,
  userIdLength,
  recurringParent,
  parentIsRecurring,
  parentOtherToken,
  recurringEmail,
  tokenBrand,
];
