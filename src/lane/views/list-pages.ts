import type { CardEntry } from "../../core/domain/card-entry.js";
import { type Order, type OrderStatus, statusOf } from "../../core/domain/order.js";
import type { Token } from "../../core/domain/token.js";
import { compileGlob } from "../../core/scenario/values/pattern.js";
import type { Lane } from "../lane.js";
import type { Exchange } from "../ports/exchange.js";
import type { Merchant, OrderFilter, TokenKey, Views } from "../ports/store.js";
import { isWithin, type Period } from "./period.js";

/** How many entries a page of a list shows. */
export const PAGE_SIZE = 50;
/** The maximum number of entries in a sorted list or an export. */
export const COLLECTED_MAX = 5_000;
/** How many entries to scan for one page at most, if a filter skips most of them. */
export const LOOKED_AT = 10_000;
const A_READ = 500;

/** A page of a list, in the list's order. `K` is the type of its keys. */
export interface ListPage<T, K = number> {
  readonly items: readonly T[];
  /** The key after which the next page starts. Undefined on the last page. */
  readonly next: K | undefined;
  /** True if the page ends because the scan limit was reached, although it isn't full. */
  readonly isCutShort: boolean;
}

/** Reads a list from a key on, in the list's order. */
interface Listed<T, K> {
  readonly read: (part: { readonly behind: K | undefined; readonly limit: number }) => Promise<readonly T[]>;
  readonly keyOf: (one: T) => K;
}

/** Reads from `key` until the page is full. `read` applies the store's filters, `fits` the rest. */
async function pageOf<T, K>(
  { read, keyOf }: Listed<T, K>,
  behind: K | undefined,
  fits: Fits<T>,
  size = PAGE_SIZE,
  lookAt = LOOKED_AT,
): Promise<ListPage<T, K>> {
  const items: T[] = [];
  const limit = fits ? A_READ : Math.min(size + 1, A_READ);
  let last = behind;
  for (let looked = 0; looked < lookAt; looked += limit) {
    const some = await read({ behind: last, limit });
    for (const one of some) {
      if (fits && !fits(one)) continue;
      if (items.length === size) return { items, next: keyOf(items.at(-1)!), isCutShort: false };
      items.push(one);
    }
    if (some.length < limit) return { items, next: undefined, isCutShort: false };
    last = keyOf(some.at(-1)!);
  }
  return { items, next: last, isCutShort: true };
}

/** Newest first, by id. */
const newestFirst = <T extends { readonly id: number }>(
  read: (part: { readonly before: number | undefined; readonly limit: number }) => Promise<readonly T[]>,
): Listed<T, number> => ({ read: ({ behind: before, limit }) => read({ before, limit }), keyOf: ({ id }) => id });

/** The newest entries that fit, however old they are. */
export const newestOf = <T extends { readonly id: number }>(
  read: Parameters<typeof newestFirst<T>>[0],
  { before, limit = 100 }: { readonly before?: number | undefined; readonly limit?: number | undefined },
  fits: Fits<T>,
): Promise<ListPage<T>> => pageOf(newestFirst(read), before, fits, limit, Number.POSITIVE_INFINITY);

/** A page of a list that is already in memory. Starts over if the key is no longer in it. */
export const pageOfAll = <T>(
  all: readonly T[],
  keyOf: (one: T) => string,
  of: { find: string | undefined; after: string | undefined; textsOf: (one: T) => readonly string[] },
): Promise<ListPage<T, string>> => {
  const read: Listed<T, string>["read"] = async ({ behind, limit }) => {
    const start = behind === undefined ? 0 : all.findIndex((one) => keyOf(one) === behind) + 1;
    return all.slice(start, start + limit);
  };
  return pageOf({ read, keyOf }, of.after, foundIn(of.find, of.textsOf));
};

/** The filter of a list in the console. `find` is free text: an id, or part of a reference. */
export interface OrderListFilter extends Omit<OrderFilter, "limit" | "status">, Collected {
  readonly find?: string | undefined;
  readonly status?: OrderStatus | undefined;
}

/** Filters that all lists have. */
interface Collected {
  /** On the lane's clock: when an order was created, a call arrived, or a notification was created. */
  readonly period?: Period | undefined;
  /** How many entries. Left out: one page. */
  readonly size?: number | undefined;
}

export async function orderPage(lane: Lane, filter: OrderListFilter): Promise<ListPage<Order>> {
  const { find, status, before, period, size, ...rest } = filter;
  const { views } = lane.store;
  const now = await lane.clock.now();
  const isSo = status && ((one: Order) => statusOf(one, now) === status);
  const isFound = foundIn<Order>(find, (one) => [one.reference, String(one.id)]);
  const isInTime = inPeriod<Order>(period, ({ createdAt }) => createdAt);
  const list = newestFirst((part) => views.orders({ ...rest, ...part }));
  const page = await pageOf(list, before, each(isFound, isSo, isInTime), size);
  const exact = before === undefined && isId(find) ? await views.order(Number(find)) : undefined;
  return withExact(page, exact && (isSo?.(exact) ?? true) ? exact : undefined);
}

/** The filter of merchants and their cards. */
export interface MerchantListFilter {
  readonly find?: string | undefined;
  readonly merchantId?: number | undefined;
  readonly userId?: string | undefined;
}

/** Ascending by id. */
export function merchantPage(
  { store: { views } }: Lane,
  { find, merchantId }: MerchantListFilter,
  after: number | undefined,
): Promise<ListPage<Merchant>> {
  const isFound = foundIn<Merchant>(find, (one) => [String(one.merchantId)]);
  const read: Listed<Merchant, number>["read"] = ({ behind, limit }) => views.merchants({ after: behind, limit });
  return pageOf({ read, keyOf: (one) => one.merchantId }, after, each(isFound, isOf({ merchantId })));
}

/** Ascending by merchant and id. */
export function tokenPage(
  { store: { views } }: Lane,
  { find, ...owner }: MerchantListFilter,
  after: TokenKey | undefined,
): Promise<ListPage<Token, TokenKey>> {
  const isFound = foundIn<Token>(find, (one) => [String(one.tokenId), one.userId, String(one.merchantId)]);
  const read: Listed<Token, TokenKey>["read"] = ({ behind, limit }) => views.tokens({ after: behind, limit });
  return pageOf({ read, keyOf: (one) => one }, after, each(isFound, isOf(owner)));
}

export function cardEntryPage(
  { store: { views } }: Lane,
  { find, ...owner }: MerchantListFilter,
  before: number | undefined,
): Promise<ListPage<CardEntry>> {
  const texts = (one: CardEntry) => [one.userId, String(one.merchantId), String(one.saved?.tokenId ?? "")];
  const list = newestFirst((part) => views.cardEntries(part));
  return pageOf(list, before, each(foundIn(find, texts), isOf(owner)));
}

/** True if it belongs to the given merchant and user. Undefined if neither is given. */
function isOf({ merchantId, userId }: MerchantListFilter): Fits<{ merchantId: number; userId?: string }> {
  const user = userId?.toLowerCase();
  return each(
    merchantId === undefined ? undefined : (one) => one.merchantId === merchantId,
    user === undefined ? undefined : (one) => one.userId?.toLowerCase() === user,
  );
}

const isId = (text: string | undefined): boolean => /^\d{1,10}$/.test(text ?? "");

/** Case-insensitive search over the record's texts. Undefined if there is no query. */
function foundIn<T>(find: string | undefined, textsOf: (one: T) => readonly string[]): Fits<T> {
  if (find === undefined) return undefined;
  const wanted = find.toLowerCase();
  return (one) => textsOf(one).some((text) => text.toLowerCase().includes(wanted));
}

/** True if the instant is in the period. Undefined if there is no period. */
const inPeriod = <T>(period: Period | undefined, atOf: (one: T) => number): Fits<T> =>
  period && ((one) => isWithin(atOf(one), period));

type Fits<T> = ((one: T) => boolean) | undefined;

/** The store finds one text. What a text with `*` names is picked from the list. */
export const picked = (text: string | undefined) =>
  text?.includes("*") ? { text: undefined, fits: compileGlob(text) } : { text, fits: undefined };

/** True if all given tests hold. Undefined if none is given. */
export function each<T>(...tests: readonly Fits<T>[]): Fits<T> {
  const given = tests.filter((test) => test !== undefined);
  return given.length === 0 ? undefined : (one) => given.every((test) => test(one));
}

/** Moves the entry with exactly this id to the front, however old it is. */
const withExact = <T extends { readonly id: number }>(page: ListPage<T>, exact: T | undefined): ListPage<T> =>
  exact ? { ...page, items: [exact, ...page.items.filter(({ id }) => id !== exact.id)] } : page;

/** The last successful call of the same operation: before this call if possible, else after it. */
export async function lastGoodLike(
  views: Pick<Views, "exchanges">,
  { id, operation }: Pick<Exchange, "id" | "operation">,
): Promise<Exchange | undefined> {
  const good = { operation, responseCode: "0000" } as const;
  const [earlier] = await views.exchanges({ ...good, before: id, limit: 1 });
  if (earlier) return earlier;
  const [latest] = await views.exchanges({ ...good, limit: 1 });
  return latest?.id === id ? undefined : latest;
}
