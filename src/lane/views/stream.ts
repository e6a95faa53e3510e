import { onlyReads } from "../../core/scenario/values/operations.js";
import type { Lane } from "../lane.js";
import type { Exchange } from "../ports/exchange.js";
import { readRequestId } from "../ports/exchange.js";
import { readId } from "../ports/name.js";
import type { NotificationState, OutboxEntry } from "../ports/outbox.js";
import type { Views } from "../ports/store.js";
import { type ListPage, LOOKED_AT, PAGE_SIZE } from "./list-pages.js";
import { isWithin, type Period } from "./period.js";
import {
  attemptEntry,
  callEntry,
  hasText,
  moneyEntry,
  moveEntry,
  noticeEntry,
  type StreamEntry,
  type StreamKind,
  type StreamSource,
} from "./stream-entries.js";

const cursorLetters = {
  calls: "c",
  notifications: "n",
  attempts: "a",
  money: "m",
  clock: "t",
} as const satisfies Record<StreamSource, string>;
const allSources = Object.keys(cursorLetters) as readonly StreamSource[];

/** Filters of the stream. All that are given must hold. */
export interface StreamFilter {
  /** Part of a reference, an id, a code, a rule, a message, an operation, or an address. */
  readonly find?: string | undefined;
  readonly kind?: StreamKind | undefined;
  readonly onlyFailed?: boolean | undefined;
  readonly operation?: string | undefined;
  readonly responseCode?: string | undefined;
  readonly merchantId?: number | undefined;
  readonly orderId?: number | undefined;
  readonly state?: NotificationState | undefined;
  readonly period?: Period | undefined;
  /** Left out: all. */
  readonly sources?: readonly StreamSource[] | undefined;
  /** The `next` of the page before. */
  readonly before?: string | undefined;
  /** How many entries. Left out: one page. */
  readonly size?: number | undefined;
  /** How many entries of each source to look at, at most. */
  readonly lookAt?: number | undefined;
}

/** A page of what happened in a lane, newest first. On a shared store, all of it is read at one instant. */
export function streamPage({ store }: Lane, filter: StreamFilter): Promise<ListPage<StreamEntry, string>> {
  const read = (views: Views) => merged(views, filter);
  return store.atOneInstant ? store.atOneInstant(read) : read(store.views);
}

const A_READ = 500;

/** A source while it is merged: the entries that were read and not taken yet. */
interface Reading {
  readonly name: StreamSource;
  ahead: StreamEntry[];
  /** The last entry that was taken, or that did not fit. */
  position: string | undefined;
  /** The last entry that was read. */
  readTo: string | undefined;
  looked: number;
  isAtEnd: boolean;
}

async function merged(views: Views, filter: StreamFilter): Promise<ListPage<StreamEntry, string>> {
  const { size = PAGE_SIZE, before, lookAt = LOOKED_AT } = filter;
  const positions = readCursor(before);
  const fits = fitting(filter);
  const readings = sourcesFor(filter).map((name): Reading => {
    const position = positions.get(name);
    return { name, ahead: [], position, readTo: position, looked: 0, isAtEnd: false };
  });
  const limit = fits.isNeeded || size > PAGE_SIZE ? A_READ : size + 1;
  const exact = before === undefined ? await exactCall(views, filter) : undefined;
  const items: StreamEntry[] = exact === undefined ? [] : [exact];
  const page = (isCutShort: boolean) => ({ items, next: cursorOf(readings), isCutShort });
  for (;;) {
    await Promise.all(
      readings.map((one) => fill(one, { views, filter, fits: fits.holds, limit: Math.min(limit, lookAt), lookAt })),
    );
    if (readings.some((one) => one.ahead.length === 0 && !one.isAtEnd)) return page(true);
    const newest = newestOf(readings);
    if (newest === undefined) return { items, next: undefined, isCutShort: false };
    if (items.length >= size) return page(false);
    const taken = newest.ahead.shift()!;
    newest.position = taken.key;
    if (taken.key !== exact?.key || taken.source !== "calls") items.push(taken);
  }
}

/** A call whose id is searched for leads, however old it is. */
async function exactCall(views: Views, filter: StreamFilter): Promise<StreamEntry | undefined> {
  const { find = "" } = filter;
  const id = readRequestId(find) ?? readId(find);
  if (id === undefined || !sourcesFor(filter).includes("calls")) return undefined;
  const call = await views.exchange(id);
  const entry = call && callEntry(call);
  return entry && fitting({ ...filter, find: undefined }).holds(entry) ? entry : undefined;
}

interface Filling {
  readonly views: Views;
  readonly filter: StreamFilter;
  readonly fits: (entry: StreamEntry) => boolean;
  readonly limit: number;
  readonly lookAt: number;
}

/** Reads on until an entry fits, the source ends, or too many were looked at. */
async function fill(one: Reading, { views, filter, fits, limit, lookAt }: Filling): Promise<void> {
  while (one.ahead.length === 0 && !one.isAtEnd && one.looked < lookAt) {
    const some = await readers[one.name](views, filter, { before: one.readTo, limit });
    one.position ??= startOf(one.name, some[0]);
    one.isAtEnd = some.length < limit;
    one.looked += limit;
    one.readTo = some.at(-1)?.key ?? one.readTo;
    one.ahead = some.filter(fits);
    if (one.ahead.length === 0) one.position = one.readTo;
  }
}

/** The place before the first entry, so that a later page leaves out what has come since. */
function startOf(name: StreamSource, first: StreamEntry | undefined): string | undefined {
  if (first === undefined) return name === "attempts" ? "0-0" : "0";
  return name === "attempts" ? undefined : String(Number(first.key) + 1);
}

/** The source whose next entry is the newest: by time, then by the call that it belongs to, then effects before causes. */
function newestOf(readings: readonly Reading[]): Reading | undefined {
  let newest: Reading | undefined;
  for (const one of readings)
    if (one.ahead[0] && (!newest || isNewer(one.ahead[0], newest.ahead[0]!, readings))) newest = one;
  return newest;
}

const ranks: Readonly<Record<StreamSource, number>> = { calls: 0, money: 1, notifications: 2, attempts: 3, clock: 4 };

function isNewer(one: StreamEntry, other: StreamEntry, readings: readonly Reading[]): boolean {
  if (one.at !== other.at) return one.at > other.at;
  const [a, b] = [placeOf(one, readings), placeOf(other, readings)];
  return a === b ? ranks[one.source] > ranks[other.source] : a > b;
}

/** A movement of money doesn't name its call: it is the next call of its order at that instant. */
const placeOf = ({ after, at, orderId }: StreamEntry, readings: readonly Reading[]): number =>
  after ??
  readings
    .find(({ name }) => name === "calls")
    ?.ahead.find((call) => call.at === at && call.orderId === orderId && !onlyReads((call.of as Exchange).operation))
    ?.after ??
  Number.POSITIVE_INFINITY;

/** The sources that can hold what the filter asks for. */
function sourcesFor({
  sources = allSources,
  kind,
  operation,
  responseCode,
  state,
}: StreamFilter): readonly StreamSource[] {
  const isOf = (name: StreamSource): boolean =>
    (state === undefined || name === "notifications") &&
    ((operation === undefined && responseCode === undefined) || name === "calls") &&
    (kind === undefined || kindsOf[name].includes(kind));
  return sources.filter(isOf);
}

const kindsOf: Readonly<Record<StreamSource, readonly StreamKind[]>> = {
  calls: ["call", "shopper", "time"],
  notifications: ["notification"],
  attempts: ["attempt"],
  money: ["money"],
  clock: ["time"],
};

type Read = (
  views: Views,
  filter: StreamFilter,
  part: { readonly before: string | undefined; readonly limit: number },
) => Promise<readonly StreamEntry[]>;

/** Each uses the filters that its store can answer. */
const readers: Readonly<Record<StreamSource, Read>> = {
  calls: async (views, { operation, responseCode, merchantId, orderId }, { before, limit }) =>
    (await views.exchanges({ operation, responseCode, merchantId, orderId, before: readId(before), limit })).map(
      callEntry,
    ),
  notifications: async (views, { orderId }, { before, limit }) =>
    (await views.notifications({ orderId, before: readId(before), limit })).map(noticeEntry),
  attempts: async (views, { orderId }, { before, limit }) => {
    if (orderId !== undefined) return attemptsOfOrder(views, orderId, { before, limit });
    const [notificationId = 0, n = 0] = before?.split("-").map(Number) ?? [];
    const some = await views.attempts({ before: before === undefined ? undefined : { notificationId, n }, limit });
    return some.map(attemptEntry);
  },
  money: async (views, { orderId, merchantId }, { before, limit }) =>
    (await views.movements({ orderId, merchantId, before: readId(before), limit })).map(moneyEntry),
  clock: async (views, _, { before, limit }) =>
    ((await views.lane()).clockMoves ?? [])
      .filter(({ n }) => before === undefined || n < Number(before))
      .slice(-limit)
      .toReversed()
      .map(moveEntry),
};

/** An order has few, and no index finds them. */
async function attemptsOfOrder(
  views: Views,
  orderId: number,
  { before, limit }: { readonly before: string | undefined; readonly limit: number },
): Promise<readonly StreamEntry[]> {
  const notices = await views.notifications({ orderId });
  const all = notices
    .flatMap((notification) => notification.attempts.map((one) => attemptEntry({ ...one, notification })))
    .sort((a, b) => b.at - a.at || b.of.notification.id - a.of.notification.id || b.of.n - a.of.n);
  const at = all.findIndex(({ key }) => key === before);
  const start = before === undefined ? 0 : at === -1 ? all.length : at + 1;
  return all.slice(start, start + limit);
}

/** The filters besides those of the store. `isNeeded`: false if there are none. */
function fitting({ find, kind, onlyFailed, state, period, merchantId, orderId }: StreamFilter) {
  const wanted = find === undefined ? undefined : new RegExp(find.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"), "i");
  const holds = (entry: StreamEntry): boolean =>
    (kind === undefined || entry.kind === kind) &&
    (!onlyFailed || entry.isFailed()) &&
    (merchantId === undefined || entry.merchantId === merchantId) &&
    (orderId === undefined || entry.orderId === orderId) &&
    (state === undefined || (entry.of as OutboxEntry).state === state) &&
    (period === undefined || isWithin(entry.at, period)) &&
    (wanted === undefined || hasText(entry, wanted));
  const isNeeded = [find, kind, onlyFailed, state, period].some((one) => one !== undefined);
  return { holds, isNeeded };
}

const CURSOR = /^(?:[cnamt]\d{1,15}(?:-\d{1,10})?)*$/;

/** Where each source goes on. An unknown text starts from the newest. */
function readCursor(text: string | undefined): ReadonlyMap<StreamSource, string> {
  if (text === undefined || !CURSOR.test(text)) return new Map();
  const positions = new Map(text.match(/[a-z][\d-]+/g)?.map((part) => [part.charAt(0), part.slice(1)]));
  return new Map(
    allSources.flatMap((name) => {
      const position = positions.get(cursorLetters[name]);
      return position === undefined ? [] : [[name, position] as const];
    }),
  );
}

/** `c120n33a33-2`: the place in each source behind which the next page starts. */
const cursorOf = (readings: readonly Reading[]): string =>
  readings.flatMap(({ name, position }) => (position === undefined ? [] : [cursorLetters[name] + position])).join("");
