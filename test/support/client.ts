import { createPrivateKey, type KeyObject, sign } from "node:crypto";
import { packageText } from "../../src/package/files.js";

/** The demo merchant's key, public on purpose. */
export const demoKey: KeyObject = createPrivateKey(packageText("fixtures/keys/demo-merchant.private.pem"));
export const DEMO_MERCHANT = 3;

export type Params = Readonly<Record<string, unknown>>;

/** How a call differs from that of a well-behaved client. */
export interface CallOptions {
  /** Signs instead of the demo merchant's. */
  readonly key?: KeyObject | undefined;
  /** Stands in the envelope as it is; null leaves it out. */
  readonly signature?: string | null | undefined;
  /** The text of `request`, instead of the parameters' own JSON. */
  readonly request?: string | undefined;
  /** The whole body, instead of an envelope. */
  readonly body?: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | undefined;
  readonly method?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Answered {
  readonly http: number;
  /** Exactly as sent. */
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows what it asked for.
  readonly body: any;
  readonly headers: Headers;
}

/** Calls a path (without its first slash) as a merchant does: over HTTP, signed. */
export type Client = (path: string, params?: Params, options?: CallOptions) => Promise<Answered>;

export const clientOf =
  (baseUrl: string): Client =>
  async (path, params = {}, options = {}) => {
    const { method = "POST", headers, signal, body = envelope(params, options) } = options;
    const response = await fetch(`${baseUrl}/${path}`, {
      method,
      redirect: "manual",
      ...(signal && { signal }),
      headers: { "Content-Type": "application/json", ...headers },
      ...(method !== "GET" && method !== "HEAD" && { body }),
      ...(body instanceof ReadableStream && { duplex: "half" }),
    } as RequestInit);
    const text = await response.text();
    return { http: response.status, text, body: parsed(text), headers: response.headers };
  };

/** The body of a request: the text of the parameters, and its signature. */
export function envelope(params: Params, { key = demoKey, signature, request }: CallOptions = {}): string {
  const text = request ?? JSON.stringify(params);
  if (signature === null) return JSON.stringify({ request: text });
  return JSON.stringify({ request: text, signature: signature ?? signed(text, key) });
}

export const signed = (text: string, key: KeyObject = demoKey): string =>
  sign("sha256", Buffer.from(text, "utf8"), key).toString("base64");

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Another address keeps the orders of earlier runs. */
const run = process.env.SANDBOX_URL === undefined ? "R" : `R-${Date.now().toString(36)}-${process.pid}`;
let references = 0;
/** A reference that no other call of this process uses. */
export const reference = (): string => `${run}-${++references}`;

export const lineItems = [{ quantity: 1, priceData: { unitAmount: 50, name: "Tea" } }];

/** The least that each operation asks for, right in all; give what the test is about. */
export const requests = {
  create: (over: Params = {}): Params => ({
    merchantId: DEMO_MERCHANT,
    amount: 50,
    merchantReference: reference(),
    lineItems,
    ...over,
  }),
  sale: (over: Params = {}): Params => ({
    merchantId: DEMO_MERCHANT,
    userId: "user1",
    tokenId: 351,
    amount: 50,
    merchantReference: reference(),
    lineItems,
    ...over,
  }),
  recurring: (over: Params = {}): Params => ({
    merchantId: DEMO_MERCHANT,
    userId: "user1",
    tokenId: 351,
    reason: "membership",
    amount: 50,
    merchantReference: reference(),
    ...over,
  }),
} as const;

/** A paid order by a stored card. */
export async function sold(client: Client, over: Params = {}): Promise<Answered["body"]> {
  const { body } = await client("tokenization/sale", requests.sale(over));
  if (body.responseCode !== "0000") throw new Error(`expected a sale, found ${JSON.stringify(body)}`);
  return body.order;
}

/** An order that waits for its shopper. */
export async function created(client: Client, over: Params = {}): Promise<Answered["body"]> {
  const { body } = await client("hosted-checkout/create", requests.create(over));
  if (body.responseCode !== "0000") throw new Error(`expected an order, found ${JSON.stringify(body)}`);
  return body.order;
}

const ASKED_AT_ONCE = 16;

/** What a query answers for each of these orders of the demo merchant. */
export async function queried(client: Client, orderIds: readonly number[]): Promise<readonly Answered["body"][]> {
  const found: Answered["body"][] = [];
  for (let i = 0; i < orderIds.length; i += ASKED_AT_ONCE) {
    const some = orderIds.slice(i, i + ASKED_AT_ONCE);
    found.push(
      ...(await Promise.all(some.map((orderId) => client("direct/query", { merchantId: DEMO_MERCHANT, orderId })))),
    );
  }
  return found.map(({ body }) => body.order);
}
