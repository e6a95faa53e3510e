import { minorUnits } from "../../src/core/domain/money.js";
import { inForce } from "../../src/lane/choices.js";
import type { Lane } from "../../src/lane/lane.js";
import { giveToken, putMerchant } from "../../src/lane/scenarios/given.js";
import { cardEntryOf, saveCard } from "../../src/lane/shopper/card-entry.js";
import { cancelOrder, payOrder } from "../../src/lane/shopper/checkout.js";
import { moveClock } from "../../src/lane/time/clock-moves.js";
import { settlement } from "../../src/lane/time/settlement.js";
import { pathOf, splitLane } from "../../src/server/lanes/lane-path.js";
import { hostedPages } from "../../src/server/pages/mount.js";
import { formToken } from "../../src/server/pages/visit.js";
import { endpoints } from "../../src/server/payment-api/endpoints/index.js";
import { transactionJson } from "../../src/server/payment-api/endpoints/project.js";
import { answer } from "../../src/server/payment-api/ladder/pipeline.js";
import type { SignatureMode } from "../../src/server/payment-api/ladder/signatures.js";
import { type CallOptions, envelope, lineItems, type Params } from "./client.js";
import { pagesIn } from "./hosted-pages.js";
import { FROZEN_AT } from "./sandbox.js";

/** What was answered, by the names of the steps. */
export type Seen = Record<string, string>;

interface Answered {
  readonly responseCode: string;
  // biome-ignore lint/suspicious/noExplicitAny: each section knows what it asked for.
  readonly [member: string]: any;
}

/** Goes through a lane and notes what it sees. */
class Guide {
  readonly seen: Seen = {};
  #references = 0;

  constructor(readonly lane: Lane) {}

  note(step: string, value: unknown): void {
    if (step in this.seen) throw new Error(`expected one step called ${step}`);
    this.seen[step] = typeof value === "string" ? value : JSON.stringify(value);
  }

  reference(): string {
    return `R-${++this.#references}`;
  }

  /** A call of merchant 3, in this process; a step without a name is not noted. */
  async call(path: string, params: Params, how: CallOptions & Asked = {}): Promise<Answered> {
    const { step, mode = "enforce-registered", outcome } = how;
    const endpoint = endpoints.find((one) => one.path === path)!;
    const body = (how.body as string | undefined) ?? envelope({ merchantId: 3, ...params }, how);
    const reply = await answer(this.lane, mode, endpoint, { body, forcedOutcome: outcome });
    if (step !== undefined) this.note(step, `HTTP ${reply.http} ${reply.body}`);
    reply.release?.();
    return JSON.parse(reply.body);
  }

  create(over: Params = {}, how?: Asked): Promise<Answered> {
    const order = { amount: 50, merchantReference: this.reference(), lineItems };
    return this.call("hosted-checkout/create", { ...order, ...over }, how);
  }

  sale(over: Params = {}, how?: Asked): Promise<Answered> {
    const order = { amount: 50, merchantReference: this.reference(), lineItems, userId: "user1", tokenId: 351 };
    return this.call("tokenization/sale", { ...order, ...over }, how);
  }

  query(orderId: number, step: string): Promise<Answered> {
    return this.call("hosted-checkout/query", { orderId }, { step });
  }

  async page(step: string, address: string, fields?: Readonly<Record<string, string>>): Promise<void> {
    const token = formToken(splitLane(pathOf(address)).path.split("/")[2]!);
    const pages = hostedPages({
      hasTestPanel: false,
      onDefect: (defect) => {
        throw defect;
      },
    });
    const form = fields && { method: "POST", body: new URLSearchParams({ token, ...fields }) };
    const response = await pagesIn(this.lane, pages).request(address, form || undefined);
    const shown = [...(await response.text()).matchAll(/data-testid="([\w-]+)"/g)].map(([, id]) => id);
    this.note(step, [response.status, response.headers.get("location"), shown]);
  }
}

interface Asked {
  readonly step?: string;
  readonly mode?: SignatureMode;
  readonly outcome?: string;
}

const card = { "card-number": "4000000000000002", "card-holder": "A", "card-expiry": "12/30", "card-cvc": "123" };
const pan = (number: string) => ({ method: "CARD" as const, cardNumber: number });
const DECLINED = "4000000000000002";

/** Short walks through all that a choice can touch; each begins in a lane of its own. */
export const sections: Readonly<Record<string, (guide: Guide) => Promise<void>>> = {
  envelope: async (g) => {
    await g.call("hosted-checkout/query", {}, { body: "{}", step: "no envelope" });
    await g.call("hosted-checkout/query", { orderId: 9 }, { signature: null, step: "no signature" });
    await g.call("hosted-checkout/query", { orderId: 9 }, { step: "unknown order" });
    const unknown = { merchantId: 77, userId: "user1" };
    await g.call("tokenization/query-token", unknown, { mode: "enforce", step: "unknown merchant, enforced" });
    await g.call("tokenization/query-token", unknown, { step: "new merchant" });
  },
  create: async (g) => {
    await g.create({}, { step: "create" });
    await g.create({ amount: 10.005 }, { step: "three decimals" });
    await g.create({ amount: 20_000_000 }, { step: "large amount" });
    await g.create({ amount: "19.989999999999998" }, { step: "amount of a double" });
    await g.create({ merchantReference: 42 }, { step: "reference as a number" });
    await g.create({ isRecurring: "false" }, { step: "flag as text" });
    await g.create({ currency: "" }, { step: "empty currency" });
    await g.create({ expiryTime: "2030-01-01T00:00:00+08" }, { step: "hour offset" });
    await g.create({ expiryTime: "2020-01-01T00:00:00Z" }, { step: "past expiry" });
    await g.create({ allowedBinRanges: [{ binStart: "5000", binEnd: "4000" }] }, { step: "range upside down" });
    await g.create({ callbackUrl: { fail: "javascript:1" } }, { step: "script as redirect" });
    await g.create({ themeColor: "#abc" }, { step: "short colour" });
    await g.create({ showResultPage: false, callbackUrl: { fail: "app://f" } }, { step: "hidden result" });
    await g.create({ expiryTime: "2090-01-01T00:00:00Z" }, { step: "far expiry" });
    const visaRange = [{ binStart: "4111", binEnd: "4112" }];
    await g.create({ allowedCardType: "MASTER", allowedBinRanges: visaRange }, { step: "range of another brand" });
    await g.create({ showResultPage: false, callbackUrl: {} }, { step: "hidden result without an address" });
    const long = [{ quantity: 1, priceData: { unitAmount: 1, name: "n".repeat(2000) } }];
    await g.create({ lineItems: long }, { step: "long item" });
    await g.create({ currency: null }, { step: "null currency" });
    await g.create({ merchantReference: "🍵".repeat(40) }, { step: "reference of 40 emoji" });
    await g.call("tokenization/query-token", { userId: "USER1" }, { step: "user in another case" });
    await g.call("tokenization/query-token", { userId: "u".repeat(60) }, { step: "user of 60 characters" });
    await g.sale({ email: "anna" }, { step: "email without @" });
  },
  references: async (g) => {
    const merchantReference = "TWICE";
    await g.create({ merchantReference });
    await g.create({ merchantReference }, { step: "open reference again" });
    await g.create({ merchantReference, amount: 60 }, { step: "open reference with another amount" });
    await g.call("hosted-checkout/query", { merchantReference: "twice" }, { step: "reference in another case" });
    await moveClock(g.lane, { action: "advance", byMs: 3_600_000 });
    await g.create({ merchantReference }, { step: "closed reference again" });
    const { order } = await g.create();
    await g.call("hosted-checkout/query", { orderId: order.id, merchantReference }, { step: "two names" });
    const named = (orderId: unknown, step: string) =>
      g.call("direct/query", { orderId, merchantReference: order.merchantReference }, { step });
    await named("", "empty id");
    await named(0, "zero id");
    await named(String(order.id), "id as text");
  },
  orders: async (g) => {
    const { order } = await g.create();
    await g.query(order.id, "unpaid order");
    await cancelOrder(g.lane, { merchantId: 3, orderId: order.id });
    await g.query(order.id, "cancelled order");
    const wallet = await g.create({ paymentMethods: "ALIPAYHK" });
    const key = { merchantId: 3, orderId: wallet.order.id };
    await payOrder(g.lane, key, { method: "ALIPAYHK" });
    await g.query(key.orderId, "wallet order");
    await g.call("hosted-checkout/void", { orderId: key.orderId }, { step: "void of a wallet order" });
    const refund = { orderId: key.orderId, amount: 1 };
    await g.call("hosted-checkout/refund", refund, { step: "refund of a wallet order" });
    await g.call("hosted-checkout/refund", refund, { step: "second refund" });
  },
  voids: async (g) => {
    const open = await g.create();
    await g.call("hosted-checkout/void", { orderId: open.order.id }, { step: "void of an open order" });
    const paid = await g.sale({}, { step: "sale" });
    await g.call("direct/void", { orderId: paid.order.id }, { step: "direct void of a token order" });
    const [sold] = await g.lane.store.views.orders({ limit: 1 });
    const small = { ...sold!.transactions[0]!, stan: "000042" };
    g.note("stan with zeros", transactionJson(sold!, small, (await inForce(g.lane)).policy));
    const other = await g.sale();
    await putMerchant(g.lane, 3, { unsettled: { HKD: minorUnits(0) } });
    await g.call("tokenization/void", { orderId: other.order.id }, { step: "void above the balance" });
    const third = await g.sale();
    await putMerchant(g.lane, 3, { unsettled: { HKD: minorUnits(1) } });
    g.note("settled", JSON.stringify(await settlement(g.lane)));
    g.note("third order", (await g.call("direct/query", { orderId: third.order.id })).order?.status);
  },
  declines: async (g) => {
    const merchantReference = "DECLINED";
    await g.sale({ merchantReference }, { outcome: "do-not-honour", step: "declined sale" });
    await g.call("hosted-checkout/query", { merchantReference }, { step: "order of a declined sale" });
    const { order } = await g.create();
    const key = { merchantId: 3, orderId: order.id };
    for (let i = 0; i < 3; i++) await payOrder(g.lane, key, pan(DECLINED));
    await g.query(order.id, "order after three declines");
  },
  recurring: async (g) => {
    const parent = (await g.sale({ isRecurring: true, email: "a@example.com", callbackUrl: { notify: "app://sale" } }))
      .order;
    const again = { userId: "user1", tokenId: 351, reason: "club", amount: 5, parentOrderId: parent.id };
    const charge = (over: Params, step: string) =>
      g.call("tokenization/recurring", { ...again, merchantReference: g.reference(), ...over }, { step });
    const { order } = await charge({}, "recurring charge");
    await charge({ parentOrderId: order.id }, "parent is a recurring charge");
    await charge({ tokenId: 375 }, "parent paid with another token");
    const once = await g.sale();
    await charge({ parentOrderId: once.order.id }, "parent is not recurring");
    const hosted = { amount: 5, merchantReference: g.reference(), parentOrderId: parent.id };
    await g.call("hosted-checkout/recurring", hosted, { step: "hosted recurring charge" });
    const own = { ...hosted, merchantReference: g.reference(), callbackUrl: { notify: "app://own" } };
    await g.call("hosted-checkout/recurring", own);
    const wallet = await g.create({ paymentMethods: "ALIPAYHK", isRecurring: true });
    await payOrder(g.lane, { merchantId: 3, orderId: wallet.order.id }, { method: "ALIPAYHK" });
    const ofWallet = { amount: 5, merchantReference: g.reference(), parentOrderId: wallet.order.id };
    await g.call("hosted-checkout/recurring", ofWallet, { step: "charge after a wallet's order" });
    const told = await g.lane.store.views.notifications({});
    g.note(
      "notified",
      told.map(({ reference, url }) => [reference, url]),
    );
  },
  tokens: async (g) => {
    const { data } = await g.call("tokenization/add-token", { userId: "anna", callbackUrl: { notify: "app://saved" } });
    const entry = (await cardEntryOf(g.lane, data.split("/").at(-1)))!;
    g.note("card entry ends", entry.expiresAt);
    const visa = { number: "4111111111111111", expiryDate: "203012" };
    await saveCard(g.lane, entry, visa);
    const again = await g.call("tokenization/add-token", { userId: "anna" });
    await saveCard(g.lane, (await cardEntryOf(g.lane, again.data.split("/").at(-1)))!, visa);
    await g.call("tokenization/query-token", { userId: "anna" }, { step: "a card saved twice" });
    const [saved] = await g.lane.store.views.notifications({});
    g.note("token notification", saved!.fields);
    await giveToken(g.lane, { merchantId: 3, userId: "bob", card: "master-credit", tokenId: 900 });
    await g.call("tokenization/query-token", { userId: "bob" }, { step: "a Mastercard" });
    const bobs = { userId: "bob", tokenId: 900 };
    await g.call("tokenization/delete-token", bobs, { step: "first delete" });
    await g.call("tokenization/delete-token", bobs, { step: "second delete" });
    await moveClock(g.lane, { action: "set", at: (FROZEN_AT + 20 * 365 * 86_400_000) as typeof FROZEN_AT });
    await g.sale({}, { step: "expired token" });
  },
  direct: async (g) => {
    const sale = (paymentType: string, paymentTerminal: string, step: string) =>
      g.call(
        "direct/sale",
        { amount: 50, merchantReference: g.reference(), lineItems, paymentType, paymentTerminal, postLink: "app://x" },
        { step },
      );
    await sale("ALIPAY", "SDK", "Alipay in an app");
    const { checkoutUrl } = await sale("ALIPAYHK", "WAP", "AlipayHK on a phone");
    await g.page("page of a direct sale", checkoutUrl);
    const [made] = await g.lane.store.views.orders({ merchantReference: "R-2" });
    g.note("way back", made!.options.callbackUrl ?? {});
  },
  pages: async (g) => {
    const callbackUrl = { fail: "https://shop.example/fail" };
    const { checkoutUrl } = await g.create({ callbackUrl });
    const pay = (step: string, over: Readonly<Record<string, string>>) =>
      g.page(step, `${checkoutUrl}/pay`, { method: "CARD", ...card, ...over });
    await pay("declined on the page", {});
    await pay("no card holder", { "card-holder": "" });
    await pay("challenge failed", { "card-number": "4000000000000101" });
    const hidden = await g.create({ showResultPage: false, callbackUrl: { ...callbackUrl, success: "app://ok" } });
    await g.page("declined without a result page", `${hidden.checkoutUrl}/pay`, { method: "CARD", ...card });
  },
  notifications: async (g) => {
    for (const url of ["http://127.0.0.1:9/line-break", "http://127.0.0.1:9/fails"])
      await g.sale({ callbackUrl: { notify: url } });
    await g.lane.deliveries.dispatch();
    await g.lane.deliveries.drain();
    const told = await g.lane.store.views.notifications({});
    g.note("after the first attempt", told.map(({ url, state, dueAt }) => [url, state, dueAt]).sort());
  },
};

/** What a section sees in a lane that stands at FROZEN_AT. */
export async function walk(lane: Lane, section: string): Promise<Seen> {
  await lane.clock.freeze(FROZEN_AT);
  const guide = new Guide(lane);
  await sections[section]!(guide);
  return guide.seen;
}
