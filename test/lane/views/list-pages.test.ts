import { describe, expect, it } from "vitest";
import type { CardEntry } from "../../../src/core/domain/card-entry.js";
import type { Order } from "../../../src/core/domain/order.js";
import type { Token } from "../../../src/core/domain/token.js";
import type { Lane } from "../../../src/lane/lane.js";
import type { Merchant } from "../../../src/lane/ports/store.js";
import {
  cardEntryPage,
  lastGoodLike,
  merchantPage,
  orderPage,
  pageOfAll,
  tokenPage,
} from "../../../src/lane/views/list-pages.js";
import { exchange } from "../../support/exchange.js";
import { cardEntries, NOW, order, sale, storedToken } from "../../support/orders.js";

type Listing = Readonly<Record<string, unknown>> & { readonly before?: number; readonly limit: number };

/** A list of a store that answers newest first, and keeps what it was asked. */
function newestFirst<T extends { readonly id: number }>(all: readonly T[]) {
  const asked: Listing[] = [];
  const sorted = all.toSorted((a, b) => b.id - a.id);
  const read = async (part: Listing) => {
    asked.push(part);
    return sorted.filter(({ id }) => part.before === undefined || id < part.before).slice(0, part.limit);
  };
  return { asked, read };
}

const laneOf = (views: object): Lane => ({ store: { views }, clock: { now: async () => NOW } }) as unknown as Lane;
const byId =
  <T extends { readonly id: number }>(all: readonly T[]) =>
  async (id: number) => {
    if (!Number.isInteger(id)) throw new Error(`expected an id, found ${id}`);
    return all.find((one) => one.id === id);
  };
const idsOf = ({ items }: { readonly items: readonly { readonly id: number }[] }) => items.map(({ id }) => id);
const down = (from: number, to: number): number[] => Array.from({ length: from - to + 1 }, (_, n) => from - n);

describe("a page of a list", () => {
  const many = (count: number, over: (id: number) => Partial<Order> = () => ({})) => {
    const all = down(count, 1).map((id) => order({ id, reference: `R-${id}`, ...over(id) }));
    const { asked, read } = newestFirst(all);
    return { asked, lane: laneOf({ orders: read, order: byId(all) }) };
  };

  it("has fifty entries, and tells where the next one begins", async () => {
    const { lane, asked } = many(120);
    const first = await orderPage(lane, {});
    expect([idsOf(first), first.next, first.isCutShort]).toEqual([down(120, 71), 71, false]);
    const second = await orderPage(lane, { before: 71 });
    expect([idsOf(second), second.next]).toEqual([down(70, 21), 21]);
    const last = await orderPage(lane, { before: 21 });
    expect([idsOf(last), last.next, last.isCutShort]).toEqual([down(20, 1), undefined, false]);
    expect(asked).toEqual([{ limit: 51 }, { before: 71, limit: 51 }, { before: 21, limit: 51 }]);
  });

  it("is the last one where the list ends with it", async () => {
    expect((await orderPage(many(50).lane, {})).next).toBeUndefined();
    expect((await orderPage(many(51).lane, {})).next).toBe(2);
    expect(await orderPage(many(0).lane, {})).toEqual({ items: [], next: undefined, isCutShort: false });
  });

  it("reads on by five hundred until it is full of what fits", async () => {
    const { lane, asked } = many(1100, (id) => ({ reference: id <= 100 ? "wanted" : "other" }));
    const page = await orderPage(lane, { find: "wanted" });
    expect([idsOf(page), page.next, page.isCutShort]).toEqual([down(100, 51), 51, false]);
    expect(asked.map(({ before, limit }) => [before, limit])).toEqual([
      [undefined, 500],
      [601, 500],
      [101, 500],
    ]);
  });

  it("ends with what was found where the list ends", async () => {
    const { lane } = many(1000, (id) => ({ reference: id === 1 ? "wanted" : "other" }));
    expect(await orderPage(lane, { find: "wanted" })).toMatchObject({ items: [{ id: 1 }], next: undefined });
  });

  it("is cut short where ten thousand were looked at, and tells where to go on", async () => {
    const { lane, asked } = many(10_400, (id) => ({ reference: id <= 400 ? "wanted" : "other" }));
    const page = await orderPage(lane, { find: "wanted" });
    expect(page).toEqual({ items: [], next: 401, isCutShort: true });
    expect(asked).toHaveLength(20);
    expect(idsOf(await orderPage(lane, { find: "wanted", before: 401 }))).toEqual(down(400, 351));
  });
});

describe("a list that is at hand as a whole", () => {
  const all = ["a", "b", "c", "d"].map((name) => ({ name, text: `Text ${name}` }));
  const pageOf = (find?: string, after?: string) =>
    pageOfAll(all, ({ name }) => name, { find, after, textsOf: ({ text }) => [text] });
  const names = async (find?: string, after?: string) => (await pageOf(find, after)).items.map(({ name }) => name);

  it("is read on from a key, and anew where that is gone", async () => {
    expect(await names()).toEqual(["a", "b", "c", "d"]);
    expect(await names(undefined, "b")).toEqual(["c", "d"]);
    expect(await names(undefined, "gone")).toEqual(["a", "b", "c", "d"]);
  });

  it("is searched without regard to case", async () => {
    expect(await names("text C")).toEqual(["c"]);
    expect(await names("TEXT", "a")).toEqual(["b", "c", "d"]);
    expect(await names("e")).toEqual(["a", "b", "c", "d"]);
  });

  it("has pages too", async () => {
    const numbers = down(60, 1).map(String);
    const page = await pageOfAll(numbers, (one) => one, { find: undefined, after: undefined, textsOf: (one) => [one] });
    expect([page.items.length, page.next]).toEqual([50, "11"]);
  });
});

describe("orders", () => {
  const all = [
    order({ id: 1, reference: "ref-22" }),
    order({ id: 2, reference: "Tea", transactions: [sale()] }),
    order({ id: 22, reference: "Coffee", expiresAt: NOW }),
  ];
  const { read, asked } = newestFirst(all);
  const lane = laneOf({ orders: read, order: byId(all) });
  const found = async (filter: Parameters<typeof orderPage>[1]) => idsOf(await orderPage(lane, filter));

  it("are found by a part of the reference or the id; the one of this very id leads", async () => {
    expect(await found({ find: "e" })).toEqual([22, 2, 1]);
    expect(await found({ find: "TEA" })).toEqual([2]);
    expect(await found({ find: "22" })).toEqual([22, 1]);
    expect(await found({ find: "2" })).toEqual([2, 22, 1]);
    expect(await found({ find: "1" })).toEqual([1]);
    expect(await found({ find: "x" })).toEqual([]);
    expect(await found({ find: "22", before: 22 })).toEqual([1]);
  });

  it("are of a status at the lane's time, the one of this very id too", async () => {
    expect(await found({ status: "OPEN" })).toEqual([1]);
    expect(await found({ status: "SUCCESS" })).toEqual([2]);
    expect(await found({ status: "CLOSED" })).toEqual([22]);
    expect(await found({ find: "22", status: "OPEN" })).toEqual([1]);
    expect(await found({ find: "22", status: "CLOSED" })).toEqual([22]);
  });

  it("are asked of the store by its own filters", async () => {
    asked.length = 0;
    await found({ merchantId: 3, find: "x", status: "OPEN" });
    expect(asked).toEqual([{ merchantId: 3, limit: 500 }]);
  });
});

describe("merchants", () => {
  const all: readonly Merchant[] = [3, 4, 34].map((merchantId) => ({ merchantId, publicKeys: [], capabilities: {} }));
  const merchants = async ({ after = 0, limit }: { after?: number; limit: number }) =>
    all.filter(({ merchantId }) => merchantId > after).slice(0, limit);
  const found = async (filter: Parameters<typeof merchantPage>[1], after?: number) =>
    (await merchantPage(laneOf({ merchants }), filter, after)).items.map(({ merchantId }) => merchantId);

  it("are found by their id or a part of it, ascending", async () => {
    expect(await found({})).toEqual([3, 4, 34]);
    expect(await found({}, 3)).toEqual([4, 34]);
    expect(await found({ find: "3" })).toEqual([3, 34]);
    expect(await found({ merchantId: 3 })).toEqual([3]);
    expect(await found({ merchantId: 4, find: "3" })).toEqual([]);
  });

  it("tell where their next page begins", async () => {
    const many = down(60, 1).map((n) => ({ merchantId: 61 - n, publicKeys: [], capabilities: {} }));
    const { next } = await merchantPage(laneOf({ merchants: async () => many.slice(0, 51) }), {}, undefined);
    expect(next).toBe(50);
  });
});

describe("tokens and card entries", () => {
  const tokens: readonly Token[] = [
    storedToken({ tokenId: 351, userId: "Anna" }),
    storedToken({ tokenId: 352, userId: "Ben" }),
    storedToken({ tokenId: 353, userId: "Anna", merchantId: 41 }),
  ];
  const asked: unknown[] = [];
  const read = async (part: unknown) => {
    asked.push(part);
    return tokens;
  };
  const ofTokens = async (filter: Parameters<typeof tokenPage>[1], after?: { merchantId: number; tokenId: number }) =>
    (await tokenPage(laneOf({ tokens: read }), filter, after)).items.map(({ tokenId }) => tokenId);
  const entries: readonly CardEntry[] = [
    { ...cardEntries.saved, id: 1, userId: "Anna", saved: { tokenId: 777, maskedPan: "", brand: "VISA", at: NOW } },
    { ...cardEntries.open, id: 2, userId: "Ben" },
    { ...cardEntries.open, id: 3, userId: "Anna", merchantId: 41 },
  ];
  const ofEntries = async (filter: Parameters<typeof cardEntryPage>[1], before?: number) =>
    idsOf(await cardEntryPage(laneOf({ cardEntries: newestFirst(entries).read }), filter, before));

  it("are those of a merchant, of a user in whatever case, or of both", async () => {
    expect(await ofTokens({})).toEqual([351, 352, 353]);
    expect(await ofTokens({ merchantId: 3 })).toEqual([351, 352]);
    expect(await ofTokens({ userId: "aNNA" })).toEqual([351, 353]);
    expect(await ofTokens({ merchantId: 41, userId: "anna" })).toEqual([353]);
    expect(await ofEntries({})).toEqual([3, 2, 1]);
    expect(await ofEntries({ merchantId: 3 })).toEqual([2, 1]);
    expect(await ofEntries({ userId: "ANNA" })).toEqual([3, 1]);
    expect(await ofEntries({ merchantId: 41, userId: "anna" })).toEqual([3]);
    expect(await ofEntries({}, 3)).toEqual([2, 1]);
  });

  it("are found by token, user and merchant", async () => {
    expect(await ofTokens({ find: "352" })).toEqual([352]);
    expect(await ofTokens({ find: "ann" })).toEqual([351, 353]);
    expect(await ofTokens({ find: "41" })).toEqual([353]);
    expect(await ofEntries({ find: "777" })).toEqual([1]);
    expect(await ofEntries({ find: "ben" })).toEqual([2]);
    expect(await ofEntries({ find: "41" })).toEqual([3]);
    expect(await ofEntries({ find: "x" })).toEqual([]);
  });

  it("are read on behind a merchant's token", async () => {
    asked.length = 0;
    const after = { merchantId: 3, tokenId: 1 };
    await ofTokens({}, after);
    expect(asked).toEqual([{ after, limit: 51 }]);
  });
});

describe("the last call like one that went well", () => {
  const good = (id: number) => exchange({ id, operation: "direct/sale" });
  const all = [good(2), exchange({ id: 3, operation: "direct/sale", responseCode: "2001" }), good(5), good(7)];
  const exchanges = async ({ operation, responseCode, before = 99, limit }: Listing) =>
    all
      .filter((one) => one.operation === operation && one.responseCode === responseCode && one.id < before)
      .toSorted((a, b) => b.id - a.id)
      .slice(0, limit);
  const like = async (id: number, operation = "direct/sale") =>
    (await lastGoodLike({ exchanges }, { id, operation }))?.id;

  it("came before it, or else after it, and is never the call itself", async () => {
    expect(await like(6)).toBe(5);
    expect(await like(2)).toBe(7);
    expect(await like(3)).toBe(2);
    expect(await like(3, "direct/void")).toBeUndefined();
    const one = { exchanges: async ({ before }: Listing) => (before === undefined ? [good(5)] : []) };
    expect(await lastGoodLike(one as never, { id: 5, operation: "direct/sale" })).toBeUndefined();
  });
});
