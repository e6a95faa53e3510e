import { codeOf, isDone, type RightShop, type Told } from "./shop.js";

/** How a right shop lives through a story: what its description says, step by step. */
export type Story = (shop: RightShop) => Promise<void>;

const idOf = (told: Told): number => ("answer" in told ? told.answer.order.id : 0);

/** Sells; what it does not know it asks, and what did not happen it sells again under the same reference. */
async function sellSurely(shop: RightShop, reference: string, tries = 6): Promise<void> {
  const told = await shop.sell(reference);
  if (isDone(told)) return;
  if (codeOf(told) === undefined && (await shop.query(reference))?.order !== undefined) return;
  if (tries > 1) await sellSurely(shop, reference, tries - 1);
}

export async function sellAndAsk(shop: RightShop, reference: string): Promise<void> {
  await shop.sell(reference);
  await shop.arrive();
  await shop.query(reference);
}

export const stories: Readonly<Record<string, Story>> = {
  "already-refunded": async (shop) => {
    if (!isDone(await shop.refund("SHOP-1", 120))) await shop.query("SHOP-1");
  },
  "answer-lost-after-sale": (shop) => sellSurely(shop, "SHOP-1"),
  "answer-lost-before-sale": (shop) => sellSurely(shop, "SHOP-1"),
  "bad-gateway-burst": async (shop) => {
    for (let tries = 0; tries < 4; tries++) if (isDone(await shop.sell("SHOP-1"))) return;
  },
  "card-not-saved": async (shop) => {
    const page = await shop.addCard();
    if (!(await shop.saveCard(page))) await shop.saveCard(page);
    const saved = (await shop.tokens()).find(({ tokenId }) => tokenId !== 351 && tokenId !== 375);
    await shop.sell("SHOP-1", { tokenId: saved?.tokenId });
  },
  "decline-then-approve": async (shop) => {
    const id = idOf(await shop.create("SHOP-1"));
    await shop.pay(id);
    await shop.pay(id);
  },
  "duplicate-reference": async (shop) => {
    if (!isDone(await shop.sell("SHOP-1", { amount: 60 }))) await shop.query("SHOP-1");
  },
  "expired-card-on-recurring": async (shop) => {
    const parentOrderId = idOf(await shop.sell("SHOP-1", { isRecurring: true }));
    await shop.charge("SHOP-1-M1", { parentOrderId });
    await shop.charge("SHOP-1-M2", { parentOrderId });
  },
  "flaky-5-percent": async (shop) => {
    for (let i = 1; i <= 100; i++) await sellSurely(shop, `SHOP-${i}`);
  },
  "garbage-answer": (shop) => sellSurely(shop, "SHOP-1"),
  "issuer-unavailable": async (shop) => {
    if (!isDone(await shop.sell("SHOP-1"))) await shop.sell("SHOP-1-2");
  },
  "maintenance-window": async (shop) => {
    while (!isDone(await shop.sell("SHOP-1"))) await shop.advance("4m");
  },
  "month-end-load": async (shop) => {
    const rents = Array.from({ length: 60 }, (_, i) => `RENT-${i + 1}`);
    await Promise.all(
      rents.map(async (rent) => {
        if (!isDone(await shop.charge(rent))) await shop.query(rent);
      }),
    );
  },
  "notification-before-answer": (shop) => sellAndAsk(shop, "SHOP-1"),
  "notification-forged-amount": (shop) => sellAndAsk(shop, "SHOP-1"),
  "notification-forged-signature": (shop) => sellAndAsk(shop, "SHOP-1"),
  "notification-late-by-an-hour": async (shop) => {
    await sellAndAsk(shop, "SHOP-1");
    await shop.advance("1h");
  },
  "notification-never": (shop) => sellAndAsk(shop, "SHOP-1"),
  "notification-twice": (shop) => sellAndAsk(shop, "SHOP-1"),
  "order-expires-while-shopper-pays": async (shop) => {
    await shop.create("SHOP-1");
    await shop.advance("20m");
    await shop.query("SHOP-1");
  },
  "rate-limited": async (shop) => {
    for (let tries = 0; tries < 3; tries++) if (isDone(await shop.sell("SHOP-1"))) return;
  },
  "refund-short-of-balance": async (shop) => {
    if (!isDone(await shop.refund("PAID-1", 100))) await shop.refund("PAID-1", 100);
  },
  "reset-on-refund": async (shop) => {
    if (codeOf(await shop.refund("SHOP-1", 100)) === undefined) await shop.query("SHOP-1");
  },
  "settled-before-refund": async (shop) => {
    if (isDone(await shop.refund("SHOP-1", 90))) return;
    await shop.sell("SHOP-2", { amount: 100 });
    await shop.refund("SHOP-1", 90);
  },
  "shopper-cancels": async (shop) => {
    await shop.create("SHOP-1");
    await shop.arrive();
    await shop.query("SHOP-1");
  },
  "slow-at-p99": async (shop) => {
    for (let i = 1; i <= 5; i++) await shop.sell(`SHOP-${i}`);
  },
  "token-vanished": async (shop) => {
    if (isDone(await shop.sell("SHOP-1"))) return;
    const other = (await shop.tokens()).find(({ tokenId }) => tokenId !== 351);
    await shop.sell("SHOP-1", { tokenId: other?.tokenId });
  },
  "void-refused-after-settlement": async (shop) => {
    if (!isDone(await shop.cancel("SHOP-1"))) await shop.refund("SHOP-1", 80);
  },
};
