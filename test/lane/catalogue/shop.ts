import { createPublicKey, verify } from "node:crypto";
import { packageText } from "../../../src/package/files.js";
import { clientOf, DEMO_MERCHANT, lineItems, type Params } from "../../support/client.js";
import { control } from "../../support/sandbox.js";
import { type Heard, type Shop, startShop } from "../../support/shop.js";

// biome-ignore lint/suspicious/noExplicitAny: answers are what the story makes of them.
type Json = any;

/** What came of a call: the answer, or that none could be read. */
export type Told = { readonly answer: Json } | { readonly lost: true };

/** A right shop: what the stories ask of it, in words that the stories use. */
export interface RightShop extends AsyncDisposable {
  /** Each call in the order in which it was made, with what came of it. */
  readonly calls: readonly string[];
  /** Each notification, with what the shop answered. */
  readonly notifications: readonly string[];
  create(merchantReference: string, amount?: number): Promise<Told>;
  sell(merchantReference: string, over?: Params): Promise<Told>;
  charge(merchantReference: string, over?: Params): Promise<Told>;
  query(merchantReference: string): Promise<Json>;
  tokens(): Promise<readonly Json[]>;
  refund(merchantReference: string, amount: number): Promise<Told>;
  cancel(merchantReference: string): Promise<Told>;
  /** Asks for a card-entry page; answers its id. */
  addCard(): Promise<number>;
  /** The customer on that page; whether the card was saved. */
  saveCard(pageId: number): Promise<boolean>;
  /** The shopper on the page. */
  pay(orderId: number): Promise<void>;
  advance(by: string): Promise<void>;
  /** Lets all that is on its way arrive. */
  arrive(): Promise<void>;
  /** Orders that the shop has written down, with the amounts it wants. */
  readonly book: Map<string, number>;
}

const theirKey = createPublicKey(packageText("fixtures/keys/notification.public.pem"));

function isGenuine({ signature = "", ...fields }: Heard["fields"]): boolean {
  const text = Object.entries(fields)
    .map(([key, value]) => `${key}=${value}`)
    .sort()
    .join("&");
  return verify("sha256", Buffer.from(text), theirKey, Buffer.from(signature, "base64"));
}

export const isDone = (told: Told): boolean => "answer" in told && told.answer.responseCode === "0000";
export const codeOf = (told: Told): string | undefined => ("answer" in told ? told.answer.responseCode : undefined);

/** Verifies each notification, knows its own orders and amounts, and answers OK to those alone. */
export async function rightShop(url: string, { comparesAmounts = true } = {}): Promise<RightShop> {
  const client = clientOf(url);
  const calls: string[] = [];
  const notifications: string[] = [];
  const book = new Map<string, number>();
  const notify: Shop = await startShop(({ fields }) => {
    const isTrue = !comparesAmounts || book.get(fields.merchantReference ?? "") === Number(fields.amount);
    const accepted = isGenuine(fields) && isTrue;
    notifications.push(`${JSON.stringify(fields)} ${accepted ? "OK" : "refused"}`);
    return accepted;
  });
  const callbackUrl = { notify: notify.notifyUrl };
  const call = async (path: string, params: Params): Promise<Told> => {
    const { callbackUrl: _, ...shown } = params;
    // Its place is that of the call, not of the answer.
    const place = calls.push("") - 1;
    const told = await client(path, { merchantId: DEMO_MERCHANT, ...params }).then(
      ({ body, text }): Told & { text: string } =>
        body?.responseCode === undefined ? { lost: true, text: "unreadable" } : { answer: body, text },
      () => ({ lost: true as const, text: "lost" }),
    );
    calls[place] = `${path} ${JSON.stringify(shown)} ${told.text}`;
    return told;
  };
  const order = (merchantReference: string, amount: number, over: Params = {}) => {
    book.set(merchantReference, amount);
    return { merchantReference, amount, ...over };
  };
  const card = { userId: "user1", tokenId: 351 };
  return {
    calls,
    notifications,
    book,
    create: (reference, amount = 50) =>
      call("hosted-checkout/create", { ...order(reference, amount), lineItems, callbackUrl }),
    sell: (reference, { amount = 88, ...over } = {}) =>
      call("tokenization/sale", { ...card, ...order(reference, Number(amount)), lineItems, callbackUrl, ...over }),
    charge: (reference, { amount = 88, ...over } = {}) =>
      call("tokenization/recurring", { ...card, ...order(reference, Number(amount)), reason: "month", ...over }),
    query: async (merchantReference) => {
      const told = await call("hosted-checkout/query", { merchantReference });
      return "answer" in told ? told.answer : undefined;
    },
    tokens: async () => {
      const told = await call("tokenization/query-token", { userId: "user1" });
      return "answer" in told ? told.answer.list : [];
    },
    refund: (merchantReference, amount) => call("hosted-checkout/refund", { merchantReference, amount }),
    cancel: (merchantReference) => call("hosted-checkout/void", { merchantReference }),
    addCard: async () => {
      await call("tokenization/add-token", { userId: "user1" });
      const { body } = await control(url, "GET", "card-entries");
      return body.cardEntries[0].id;
    },
    saveCard: async (pageId) => {
      const { body } = await control(url, "POST", `card-entries/${pageId}/simulate`, { action: "save" });
      calls.push(`save ${JSON.stringify(body)}`);
      return body.token !== undefined;
    },
    pay: async (orderId) => {
      const { body } = await control(url, "POST", `orders/${orderId}/simulate`, { action: "pay" });
      calls.push(`pay ${body.order?.status ?? body.code}`);
    },
    advance: async (by) => {
      await control(url, "PUT", "clock", { action: "advance", by });
    },
    arrive: async () => {
      await control(url, "PUT", "clock", { action: "advance", by: "0s" });
    },
    [Symbol.asyncDispose]: () => notify[Symbol.asyncDispose](),
  };
}
