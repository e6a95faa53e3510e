import { foldReference, type Order, statusOf } from "../../../core/domain/order.js";
import { limits } from "../../../core/facts/limits.js";
import { remarksOf } from "../../views/remarks.js";
import {
  byWhom,
  CREATES,
  callsBefore,
  callText,
  creationOf,
  type Lookup,
  merchantIdOf,
  type RefusedCall,
} from "./refused-call.js";

/** What a call named an order by. */
interface Name {
  readonly orderId?: number | undefined;
  readonly merchantReference?: string | undefined;
}

type Found = Omit<Lookup, "asked">;
type Look = (call: RefusedCall, name: Name) => Promise<Found | undefined>;

/** Explains why a call found no order: the first of these that holds. */
export async function orderNotFound(call: RefusedCall, name: Name = call.explanation.subject): Promise<Lookup> {
  const asked = `${askedText(name)} of merchant ${merchantIdOf(call)}`;
  for (const look of looks) {
    const found = await look(call, name);
    if (found) return { asked, ...found };
  }
  return { asked, ...(await nothing(call)) };
}

function askedText({ orderId, merchantReference }: Name): string {
  const reference = `merchantReference ${JSON.stringify(merchantReference)}`;
  if (orderId === undefined) return reference;
  return merchantReference === undefined ? `orderId ${orderId}` : `orderId ${orderId} together with ${reference}`;
}

/** In the order in which they are tried. */
const looks: readonly Look[] = [
  anotherMerchants,
  disagreeing,
  madeLater,
  aTransactions,
  takenForTheOther,
  aTokens,
  spelledLike(foldedSpelling),
  neverMade,
  inAnotherLane,
  spelledLike(lettersOf),
];

async function anotherMerchants(call: RefusedCall, { orderId, merchantReference }: Name): Promise<Found | undefined> {
  const merchantId = merchantIdOf(call);
  const named =
    orderId === undefined
      ? await call.views.orders({ merchantReference: merchantReference ?? "", limit: 10 })
      : [await call.views.order(orderId)];
  if (named.some((order) => order?.merchantId === merchantId)) return undefined;
  const order = named.find((one) => one !== undefined);
  if (!order) return undefined;
  const created = await creationOf(call, order);
  return {
    found: `Order ${order.id} belongs to merchant ${order.merchantId}. It was created by ${callText(created)}.`,
    ...byWhom(created, {
      ifYours: `your shop calls as two merchants. Use merchantId ${order.merchantId} for this order.`,
      ifNot: "the shop has the name of somebody else's order. Look where it got it from.",
    }),
  };
}

async function disagreeing(call: RefusedCall, { orderId, merchantReference }: Name): Promise<Found | undefined> {
  if (orderId === undefined || merchantReference === undefined) return undefined;
  const order = await call.views.order(orderId);
  if (order?.reference === merchantReference) return undefined;
  const other = await call.views.orderByReference(merchantIdOf(call), merchantReference);
  if (!order)
    return (
      other && {
        found: `The two names disagree: no order has the id ${orderId}, and ${JSON.stringify(merchantReference)} is ${orderText(other)}.`,
        next: `Send the merchantReference alone, or with orderId ${other.id}.`,
      }
    );
  const created = await creationOf(call, order);
  return {
    found: `The two names disagree: ${orderText(order)} has the merchantReference ${JSON.stringify(order.reference)}, and ${JSON.stringify(merchantReference)} is ${other ? orderText(other) : "the reference of no order"}. Order ${order.id} was created by ${callText(created)}.`,
    ...byWhom(created, {
      ifYours: "your shop mixed up two orders. Send one of the two names, or both of the same order.",
      ifNot: "the orderId is not from your shop's orders. Send the merchantReference alone.",
    }),
  };
}

async function madeLater(call: RefusedCall, name: Name): Promise<Found | undefined> {
  const order = await orderOfName(call, name);
  if (!order) return undefined;
  const created = await creationOf(call, order);
  return {
    found: `It did not exist yet. Order ${order.id} was created later, by ${callText(created)}.`,
    ...byWhom(created, {
      ifYours: "your shop asked before the order was created. Ask again after the answer.",
      ifNot: "another part of the shop creates the order. Ask again after it did.",
    }),
  };
}

const orderOfName = (
  { views, exchange }: RefusedCall,
  { orderId, merchantReference }: Name,
): Promise<Order | undefined> =>
  orderId === undefined
    ? views.orderByReference(exchange.merchantId ?? 0, merchantReference ?? "")
    : views.order(orderId);

/** How many of the merchant's newest orders are searched. */
const SEARCHED = 1000;

const ordersOf = ({ views, exchange }: RefusedCall): Promise<readonly Order[]> =>
  views.orders({ merchantId: exchange.merchantId, limit: SEARCHED });

/** Digits that may be an id. */
const idIn = ({ orderId, merchantReference = "" }: Name): number | undefined =>
  orderId ??
  (/^\d{1,10}$/.test(merchantReference) && Number(merchantReference) <= limits.idMax.value
    ? Number(merchantReference)
    : undefined);

async function aTransactions(call: RefusedCall, name: Name): Promise<Found | undefined> {
  const id = idIn(name);
  if (id === undefined) return undefined;
  for (const order of await ordersOf(call)) {
    const transaction = order.transactions.find((one) => one.id === id);
    if (!transaction) continue;
    return {
      found: `${id} is the id of a transaction: the ${transaction.type} of ${orderText(order)}.`,
      next: `Send the order's id: orderId ${order.id}. Answers have it as order.id, beside transaction.id.`,
    };
  }
  return undefined;
}

/** An id that was sent as a reference, or the other way round. */
async function takenForTheOther(call: RefusedCall, name: Name): Promise<Found | undefined> {
  const id = idIn(name);
  if (id === undefined) return undefined;
  const merchantId = merchantIdOf(call);
  if (name.orderId !== undefined) {
    const order = await call.views.orderByReference(merchantId, String(id));
    return (
      order && {
        found: `${id} is the merchantReference of ${orderText(order)}.`,
        next: `Send it as merchantReference, or send orderId ${order.id}.`,
      }
    );
  }
  const order = await call.views.order(id);
  if (order?.merchantId !== merchantId) return undefined;
  return {
    found: `${id} is the orderId of ${orderText(order)}, whose merchantReference is ${JSON.stringify(order.reference)}.`,
    next: "Send it as orderId.",
  };
}

async function aTokens(call: RefusedCall, name: Name): Promise<Found | undefined> {
  const id = idIn(name);
  const token = id === undefined ? undefined : await call.views.token(merchantIdOf(call), id);
  return (
    token && {
      found: `${id} is a tokenId, of user ${JSON.stringify(token.userId)}.`,
      next: "Send the order's id or merchantReference.",
    }
  );
}

/** The letters by which two spellings of a reference are compared: what URLs, HTML, mails and keyboards change is alike. */
export function foldedSpelling(reference: string): string {
  let text = reference;
  try {
    text = decodeURIComponent(reference);
  } catch {
    // Not an encoded text.
  }
  return foldReference(
    text
      .replace(/&#(?:x([0-9a-f]{1,4})|(\d{1,5}));/gi, (_, hex, digits) =>
        String.fromCharCode(hex ? Number.parseInt(hex, 16) : digits),
      )
      .replaceAll("&amp;", "&")
      .normalize("NFKC")
      .replace(/[\p{Cf}"'“”‘’]/gu, "")
      .replace(/[\p{Pd}−]/gu, "-")
      .replace(/[\s+]+/g, " ")
      .trim(),
  );
}

/** A reference without what is easily left out, such as the dash of K-1. */
export function lettersOf(reference: string): string {
  return foldedSpelling(reference).replace(/[^\p{L}\p{N}]/gu, "");
}

function spelledLike(fold: (reference: string) => string): Look {
  return async (call, { merchantReference = "" }) => {
    const wanted = fold(merchantReference);
    const [order, other] =
      wanted === "" ? [] : (await ordersOf(call)).filter(({ reference }) => fold(reference) === wanted);
    const more = other ? ` Order ${other.id} has ${JSON.stringify(other.reference)}.` : "";
    return (
      order && {
        found: `Order ${order.id} has the merchantReference ${JSON.stringify(order.reference)}, which is spelled differently.${more}`,
        next: "Send the reference exactly as it was sent when the order was created: case, white space, dashes and encoding count.",
      }
    );
  };
}

/** A call that would have created the order, but was cut or refused. */
async function neverMade(call: RefusedCall, { merchantReference }: Name): Promise<Found | undefined> {
  if (merchantReference === undefined) return undefined;
  const calls = await callsBefore(call, { merchantId: call.exchange.merchantId, merchantReference });
  const tried = calls.find(({ operation }) => CREATES.test(operation));
  if (!tried) return undefined;
  const isCut = remarksOf(tried).fault !== undefined;
  const failed = isCut ? "never reached the books" : `was refused (${tried.responseCode})`;
  return {
    found: `No order has it. ${callText(tried)} would have created it, but ${failed}.`,
    ...byWhom(tried, {
      ifYours: isCut
        ? "the order does not exist and no money moved. You can send that call again with the same reference."
        : `the order does not exist and no money moved. why req-${tried.id} says what to correct. Then the same reference works.`,
      ifNot: "another part of the shop tried to create it. No money moved.",
    }),
  };
}

async function inAnotherLane(call: RefusedCall, { orderId, merchantReference }: Name): Promise<Found | undefined> {
  for (const { name, store, clock } of await call.otherLanes()) {
    const order =
      merchantReference === undefined
        ? await store.views.order(orderId ?? 0)
        : await store.views.orderByReference(merchantIdOf(call), merchantReference);
    if (order?.merchantId !== merchantIdOf(call)) continue;
    const status = statusOf(order, await clock.now());
    return {
      found: `Nothing here has it. Lane ${name} has it: order ${order.id}, ${JSON.stringify(order.reference)}, ${status}.`,
      next: `Check base_url: this call went to another lane than the order. Lanes don't share orders, and ids may be the same in several.`,
    };
  }
  return undefined;
}

async function nothing(call: RefusedCall): Promise<Found> {
  const newest = (await call.views.orders({ merchantId: call.exchange.merchantId, limit: 1 }))[0];
  return newest
    ? {
        found: `Nothing here has it. The merchant's newest order is ${orderText(newest)}, ${JSON.stringify(newest.reference)}.`,
        next: "Check where the shop got this reference or id from. A reset or a restart in memory forgets orders, and starts their ids anew.",
      }
    : {
        found: "The merchant has no orders here.",
        next: "Check merchantId and base_url (its lane). A reset or a restart in memory forgets all orders.",
      };
}

const orderText = ({ id }: Order): string => `order ${id}`;
