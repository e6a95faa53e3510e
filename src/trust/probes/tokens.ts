import { finding, type Probe, sure } from "../probe.js";
import { orderIn } from "../session.js";
import { takes } from "../takes.js";
import { isMastercard } from "../tokens.js";
import { Undetermined } from "../undetermined.js";

const RECURRING = "tokenization/recurring";

const recurringParent: Probe = {
  id: "recurring-parent",
  run: async (session) => {
    const parent = await session.sold({ isRecurring: true });
    const { kind } = await takes(session, {
      path: RECURRING,
      control: () => session.recurring(parent.id),
      odd: async () => session.recurring((await session.sold()).id),
      refusal: "parent-not-recurring",
      teaches: "message",
    });
    return sure(kind === "taken" ? "any-paid" : "strict");
  },
};

const parentIsRecurring: Probe = {
  id: "parent-is-recurring",
  run: async (session) => {
    const first = await session.sold({ isRecurring: true });
    const { kind } = await takes(session, {
      path: RECURRING,
      control: () => session.recurring(first.id),
      odd: async () => session.recurring((await session.chargedAgain(first.id)).id),
      refusal: "parent-not-recurring",
      teaches: "message",
    });
    return sure(kind === "taken" ? "accept" : "refuse");
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
    const { kind } = await takes(session, {
      path: RECURRING,
      control: () => session.recurring(parent.id, one),
      odd: () => session.recurring(parent.id, other),
      refusal: "parent-order-not-found",
    });
    return sure(kind === "taken" ? "accept" : "refuse");
  },
};

const recurringEmail: Probe = {
  id: "recurring-email",
  run: async (session) => {
    const parent = await session.sold({ isRecurring: true, email: "calibration@example.com" });
    const answer = await session.ask(RECURRING, await session.recurring(parent.id));
    if (answer.code !== "0000") throw new Undetermined("a recurring payment was refused");
    const { email } = orderIn(answer.body);
    if (email === "calibration@example.com") return sure("parent");
    return email === ""
      ? sure("empty")
      : finding(`the email of a recurring payment is ${JSON.stringify(email) ?? "left out"}`);
  },
};

const brands: Readonly<Record<string, string>> = { MASTER: "master", MASTERCARD: "mastercard", ECMC: "ecmc" };

const tokenBrand: Probe = {
  id: "token-brand",
  run: async (session) => {
    const answer = await session.ask("tokenization/query-token", { userId: session.userId });
    const card = (await session.tokens()).find(isMastercard);
    if (!card) throw new Undetermined(`user ${session.userId} has no Mastercard`);
    const choice = brands[card.cardBrand ?? ""];
    if (answer.code !== "0000") throw new Undetermined("query-token was refused");
    return choice === undefined
      ? finding(`a Mastercard's cardBrand is ${JSON.stringify(card.cardBrand)}`)
      : sure(choice);
  },
};

export const tokenProbes: readonly Probe[] = [
  recurringParent,
  parentIsRecurring,
  parentOtherToken,
  recurringEmail,
  tokenBrand,
];
