import { draw } from "../../src/core/scenario/matching/draw.js";
import type { Json } from "../../src/package/json.js";
import type { Recorded } from "../../src/tools/trust/recording/exchange.js";
import { masked } from "../../src/tools/trust/recording/mask.js";
import type { StandIn } from "./stand-in.js";

/** What happens to the service besides the shop's calls, such as answers that are lost. */
export type Trouble = (call: number) => "none" | "http-503" | "refused" | "slow";

interface Shop {
  readonly call: (operation: string, params: Json) => Promise<Json>;
  readonly wait: (by: string) => Promise<unknown>;
  readonly act: (order: Json, act: Parameters<StandIn["lane"]["simulate"]>[1]) => Promise<unknown>;
  readonly chance: () => number;
  readonly reference: () => string;
}

const orderIn = ({ order }: Json): Json => (typeof order === "object" && order !== null ? (order as Json) : {});
const items = (unitAmount: number) => [{ quantity: 1, priceData: { name: "Tea", unitAmount } }];

/** A shop's ordinary calls, the same for the same seed: checkouts, saved cards, refunds, voids, and the mistakes that shops make. */
export async function ordinaryLog(
  standIn: StandIn,
  seed: number,
  count = 200,
  trouble: Trouble = () => "none",
): Promise<readonly Recorded[]> {
  const { lane } = standIn;
  const { target, userId } = standIn.options();
  await lane.putMerchant(3, { unsettledBalance: { HKD: 100_000, USD: 100_000 } });
  const recorded: Recorded[] = [];
  let draws = 0;
  let references = 0;
  const shop: Shop = {
    chance: () => draw(seed, "ordinary", "log", draws++),
    reference: () => `WEB-${seed}-${1000 + references++}`,
    wait: (by) => lane.clock.advance(by),
    act: async ({ id }, act) => lane.simulate(Number(id), act).catch(() => undefined),
    call: async (operation, params) => {
      await lane.clock.advance("1s");
      const at = (await lane.clock.now()).toISOString();
      const request = JSON.stringify({ ...target.envelope(params), signature: "c2lnbmVk" });
      const fate = trouble(recorded.length);
      const head = {
        at,
        durationMs: fate === "slow" ? 9000 : 12,
        method: "POST",
        path: `/${operation}`,
        request: masked(request),
      };
      if (fate === "http-503") {
        recorded.push({ ...head, response: { status: 503, contentType: "text/plain", body: "down" } });
        return {};
      }
      if (fate === "refused") await lane.next({ outcome: "rate-limited" });
      const { http, text, body } = await target.call(operation, params);
      recorded.push({ ...head, response: { status: http, contentType: "application/json", body: masked(text) } });
      return body;
    },
  };
  while (recorded.length < count) {
    const kind = days[Math.floor(shop.chance() * days.length)]!;
    await kind(shop, userId);
  }
  return recorded.slice(0, count);
}

const create = ({ call, reference }: Shop, more: Json = {}) =>
  call("hosted-checkout/create", { merchantReference: reference(), amount: 100, lineItems: items(100), ...more });
const query = ({ call }: Shop, order: Json) => call("hosted-checkout/query", { orderId: order.id });
const sale = ({ call, reference }: Shop, userId: string, tokenId: unknown, more: Json = {}) =>
  call("tokenization/sale", {
    userId,
    tokenId,
    merchantReference: reference(),
    amount: 20,
    lineItems: items(20),
    ...more,
  });

async function cards(shop: Shop, userId: string): Promise<readonly Json[]> {
  const { list } = await shop.call("tokenization/query-token", { userId });
  return Array.isArray(list) ? (list as Json[]).filter(({ tokenId }) => tokenId !== 999_999) : [];
}

const checkout = async (shop: Shop) => {
  const order = orderIn(await create(shop, shop.chance() < 0.3 ? { currency: "USD" } : {}));
  await query(shop, order);
  const how = shop.chance();
  if (how < 0.5) await shop.act(order, { action: "pay", card: shop.chance() < 0.5 ? "visa-credit" : "master-credit" });
  else if (how < 0.75) await shop.act(order, { action: "pay", method: shop.chance() < 0.5 ? "ALIPAYHK" : "WECHATPAY" });
  else if (how < 0.85) await shop.act(order, "cancel");
  await query(shop, order);
  const then = shop.chance();
  if (then < 0.3) await shop.call("hosted-checkout/refund", { orderId: order.id, amount: 40 });
  else if (then < 0.5) await shop.call("hosted-checkout/void", { orderId: order.id });
  else if (then < 0.6) await shop.call("direct/void", { orderId: order.id });
  await query(shop, order);
};

const impatient = async (shop: Shop) => {
  const params = { merchantReference: shop.reference(), amount: 100, lineItems: items(100) };
  const order = orderIn(await shop.call("hosted-checkout/create", params));
  const again = orderIn(await shop.call("hosted-checkout/create", params));
  await query(shop, again.id === undefined ? order : again);
  await shop.wait("20m");
  await query(shop, order);
  await shop.call("hosted-checkout/create", params);
};

const abandoned = async (shop: Shop) => {
  const order = orderIn(await create(shop));
  await shop.call(shop.chance() < 0.6 ? "hosted-checkout/void" : "direct/void", { orderId: order.id });
  await query(shop, order);
};

const savedCard = async (shop: Shop, userId: string) => {
  const [card, other] = await cards(shop, userId);
  if (!card) return;
  const isRecurring = shop.chance() < 0.6;
  const first = orderIn(
    await sale(shop, userId, card.tokenId, { isRecurring, ...(shop.chance() < 0.7 && { email: "anna@shop.example" }) }),
  );
  const recurring = (tokenId: unknown, parentOrderId: unknown) =>
    shop.call("tokenization/recurring", {
      userId,
      tokenId,
      merchantReference: shop.reference(),
      amount: 20,
      reason: "monthly",
      parentOrderId,
    });
  const next = orderIn(await recurring(card.tokenId, first.id));
  if (shop.chance() < 0.5 && next.id !== undefined) await recurring(card.tokenId, next.id);
  if (shop.chance() < 0.5) await recurring(other?.tokenId ?? card.tokenId, first.id);
  const how = shop.chance();
  if (how < 0.3) await shop.call("direct/void", { orderId: first.id });
  else if (how < 0.6) await shop.call("tokenization/void", { orderId: first.id });
  else {
    await shop.call("hosted-checkout/refund", { orderId: first.id, amount: 5 });
    await shop.call("hosted-checkout/refund", { orderId: first.id, amount: 5 });
  }
  await query(shop, first);
};

const declined = async (shop: Shop, userId: string) => {
  const body = await sale(shop, userId, 999_999);
  if (body.responseCode !== "0000") await shop.call("hosted-checkout/query", { merchantReference: shop.reference() });
};

const wallet = async (shop: Shop) => {
  const body = await shop.call("direct/sale", {
    merchantReference: shop.reference(),
    amount: 30,
    lineItems: items(30),
    paymentType: "ALIPAYHK",
    paymentTerminal: "SDK",
  });
  const { id } = orderIn(body);
  if (id !== undefined) await shop.act({ id }, { action: "pay", method: "ALIPAYHK" });
  if (id !== undefined) await shop.call("direct/query", { orderId: id });
};

const mistakes = async (shop: Shop) => {
  const odd: readonly Json[] = [
    { amount: "lots" },
    { lineItems: [] },
    { currency: "XXX" },
    { currency: "" },
    { amount: 10.005 },
    { themeColor: "#abcdef80" },
    { showResultPage: false, callbackUrl: { fail: "https://shop.example/fail" } },
    { allowedBinRanges: [{ binStart: "411199", binEnd: "411111" }] },
    { expiryTime: "2020-01-01T00:00:00.000+00:00" },
    { amount: 12_000_000 },
  ];
  for (let i = 0; i < 2; i++) await create(shop, odd[Math.floor(shop.chance() * odd.length)]!);
  await shop.call("hosted-checkout/query", { merchantReference: shop.reference() });
};

const mixedUp = async (shop: Shop) => {
  const [one, other] = [orderIn(await create(shop)), orderIn(await create(shop))];
  await shop.call("hosted-checkout/query", { orderId: one.id, merchantReference: other.merchantReference });
  await query(shop, one);
};

const days = [
  checkout,
  checkout,
  checkout,
  impatient,
  abandoned,
  savedCard,
  savedCard,
  declined,
  wallet,
  mistakes,
  mistakes,
  mixedUp,
];
