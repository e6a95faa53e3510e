import type { Order, OrderStatus } from "../../domain/order.js";
import { statusOf } from "../../domain/order.js";
import type { Lane } from "../lane.js";
import { type Exchange, readRequestId } from "../ports/exchange.js";
import type { AttemptRecord, NotificationState, OutboxEntry } from "../ports/outbox.js";
import type { OrderFilter, RequestFilter, Views } from "../ports/store.js";

/** How many entries a page of a list shows. */
export const PAGE_SIZE = 50;
/** How many entries are looked at for one page, where a filter passes most of them over. */
const LOOKED_AT = 10_000;
const A_READ = 500;

/** A page of a list, newest first. */
export interface ListPage<T> {
  readonly items: readonly T[];
  /** The key of the next page; undefined where this is the last one. */
  readonly older: number | undefined;
  /** Whether it ends here because enough was looked at, and not because the page is full. */
  readonly isCutShort: boolean;
}

type Read<T> = (page: { readonly before: number | undefined; readonly limit: number }) => Promise<readonly T[]>;

/** Reads on from a key until a page is full. The store's own filters come with `read`; `fits` is asked here. */
async function pageOf<T extends { readonly id: number }>(
  read: Read<T>,
  before: number | undefined,
  fits: ((one: T) => boolean) | undefined,
): Promise<ListPage<T>> {
  const items: T[] = [];
  const limit = fits ? A_READ : PAGE_SIZE + 1;
  let last = before;
  for (let looked = 0; looked < LOOKED_AT; looked += limit) {
    const some = await read({ before: last, limit });
    for (const one of some) {
      if (fits && !fits(one)) continue;
      if (items.length === PAGE_SIZE) return { items, older: items.at(-1)?.id, isCutShort: false };
      items.push(one);
    }
    if (some.length < limit) return { items, older: undefined, isCutShort: false };
    last = some.at(-1)?.id;
  }
  return { items, older: last, isCutShort: true };
}

/** What a filter of the console asks for. `find` is free text: an id, or a part of a reference. */
export interface OrderListFilter extends Omit<OrderFilter, "limit" | "status"> {
  readonly find?: string | undefined;
  readonly status?: OrderStatus | undefined;
}

export async function orderPage(lane: Lane, filter: OrderListFilter): Promise<ListPage<Order>> {
  const { find, status, before, ...rest } = filter;
  const { views } = lane.store;
  const now = await lane.clock.now();
  const isFound = find === undefined ? undefined : foundIn<Order>(find, (one) => [one.reference, String(one.id)]);
  const isSo = status === undefined ? undefined : (one: Order) => statusOf(one, now) === status;
  const page = await pageOf((part) => views.orders({ ...rest, ...part }), before, both(isFound, isSo));
  const exact = find !== undefined && isId(find) ? await views.order(Number(find)) : undefined;
  return withExact(page, before === undefined && exact && (isSo?.(exact) ?? true) ? exact : undefined);
}

export interface RequestListFilter extends Omit<RequestFilter, "limit"> {
  readonly find?: string | undefined;
}

export async function requestPage({ store: { views } }: Lane, filter: RequestListFilter): Promise<ListPage<Exchange>> {
  const { find, before, ...rest } = filter;
  const texts = (one: Exchange) => [one.reference ?? "", `req-${one.id}`, String(one.orderId ?? ""), one.operation];
  const isFound = find === undefined ? undefined : foundIn(find, texts);
  const page = await pageOf((part) => views.exchanges({ ...rest, ...part }), before, isFound);
  const id = find === undefined ? undefined : (readRequestId(find) ?? (isId(find) ? Number(find) : undefined));
  return withExact(page, before === undefined && id !== undefined ? await views.exchange(id) : undefined);
}

type Listed = OutboxEntry & { readonly attempts: readonly AttemptRecord[] };
export interface NotificationListFilter {
  readonly find?: string | undefined;
  readonly orderId?: number | undefined;
  readonly state?: NotificationState | undefined;
  readonly before?: number | undefined;
}

export async function notificationPage(
  { store: { views } }: Lane,
  { find, state, before, orderId }: NotificationListFilter,
): Promise<ListPage<Listed>> {
  const texts = (one: Listed) => [one.reference ?? "", String(one.id), String(one.orderId ?? ""), one.url];
  const isFound = find === undefined ? undefined : foundIn(find, texts);
  const isSo = state === undefined ? undefined : (one: Listed) => one.state === state;
  return pageOf((part) => views.notifications({ orderId, ...part }), before, both(isFound, isSo));
}

const isId = (text: string): boolean => /^\d{1,10}$/.test(text);

/** Upper and lower case are alike. */
function foundIn<T>(find: string, textsOf: (one: T) => readonly string[]): (one: T) => boolean {
  const wanted = find.toLowerCase();
  return (one) => textsOf(one).some((text) => text.toLowerCase().includes(wanted));
}

type Fits<T> = ((one: T) => boolean) | undefined;
const both = <T>(a: Fits<T>, b: Fits<T>): Fits<T> => (a && b ? (one) => a(one) && b(one) : (a ?? b));

/** What has this very id leads, however long ago it was. */
const withExact = <T extends { readonly id: number }>(page: ListPage<T>, exact: T | undefined): ListPage<T> =>
  exact ? { ...page, items: [exact, ...page.items.filter(({ id }) => id !== exact.id)] } : page;

/** The last call like this one that went well: of the same operation, before it where there is one, else after it. */
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
