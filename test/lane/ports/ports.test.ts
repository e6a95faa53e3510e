import { describe, expect, it } from "vitest";
import { instant, lastInstant, later } from "../../../src/core/domain/money.js";
import { readRequestId, requestId } from "../../../src/lane/ports/exchange.js";
import { journalOf } from "../../../src/lane/ports/journal.js";
import { initialClock, laneTime, ruleSettings } from "../../../src/lane/ports/lane-record.js";
import { together } from "../../../src/lane/ports/storage-measures.js";
import {
  BeyondTime,
  ClockHeldUp,
  failureOf,
  isDefect,
  LaneFull,
  LaneGone,
  Overtaken,
  SnapshotUnreadable,
  StoreUnavailable,
} from "../../../src/lane/ports/store-errors.js";
import { exchange } from "../../support/exchange.js";
import { NOW } from "../../support/orders.js";

describe("what a store cannot do", () => {
  it.each<[Error, object]>([
    [
      new LaneGone(),
      {
        ...{ http: 409, code: "lane-gone", message: "the lane was reset, dropped or restored during the call" },
        fix: "send it again, to the new lane",
      },
    ],
    [
      new Overtaken(),
      {
        http: 503,
        code: "overtaken",
        message: "another process changed the lane at the same time",
        fix: "send it again",
      },
    ],
    [
      new ClockHeldUp(),
      {
        ...{ http: 409, code: "clock-held-up", fix: "move the clock in the test, not before a handler answers" },
        message: "the clock is being moved, and that move waits for the shop's answer to a notification",
      },
    ],
    [
      new BeyondTime("m"),
      { http: 400, code: "beyond-time", message: "m", fix: "advance it by less, or set it back first" },
    ],
    [
      new LaneFull("m"),
      { http: 409, code: "lane-full", message: "m", fix: "delete some entries, or use another lane" },
    ],
    [
      new SnapshotUnreadable("m"),
      { http: 409, code: "snapshot-unreadable", message: "the snapshot cannot be read: m", fix: "save it again" },
    ],
    [
      new StoreUnavailable("m"),
      { http: 503, code: "store-unavailable", message: "m", fix: "send it again once the store is writable" },
    ],
    [
      new TypeError("m"),
      { http: 500, code: "defect", message: "a defect of the sandbox", fix: "see its log, and please report it" },
    ],
  ])("is told as what it is: %s", (error, expected) => {
    expect(failureOf(error)).toEqual(expected);
    expect(isDefect(error)).toBe(error instanceof TypeError);
  });
});

describe("the name of a call", () => {
  it("is its id behind req-", () => {
    expect([requestId(12), readRequestId("req-12"), readRequestId("12"), readRequestId("req-")]).toEqual([
      ...["req-12", 12, undefined, undefined],
    ]);
  });
});

describe("the journal", () => {
  it("is read to its end, five hundred at a time, from behind an id", async () => {
    const asked: unknown[] = [];
    const all = (last: number) => ({
      exchangesAfter: async (id: number, limit: number) => {
        asked.push([id, limit]);
        return Array.from({ length: Math.min(limit, last - id) }, (_, i) => exchange({ id: id + i + 1 }));
      },
    });
    const read = async (last: number, from?: number) => {
      const ids: number[] = [];
      for await (const { id } of journalOf(all(last), from)) ids.push(id);
      return ids;
    };
    expect(await read(0)).toEqual([]);
    expect(await read(1000)).toEqual(Array.from({ length: 1000 }, (_, i) => i + 1));
    expect(await read(10, 7)).toEqual([8, 9, 10]);
    expect(asked).toEqual([
      [0, 500],
      [0, 500],
      [500, 500],
      [1000, 500],
      [7, 500],
    ]);
  });
});

describe("the time of a lane", () => {
  it("is the machine's, moved, or what it was frozen or put at", () => {
    expect(laneTime(initialClock, NOW)).toBe(NOW);
    expect(laneTime({ mode: "wall", offsetMs: -5 }, NOW)).toBe(NOW - 5);
    expect(laneTime({ mode: "frozen", at: instant(7) }, NOW)).toBe(7);
    expect(laneTime({ mode: "wall", offsetMs: 5, standingAt: instant(9) }, NOW)).toBe(9);
    expect(laneTime({ mode: "wall", offsetMs: 5 }, later(lastInstant, -1))).toBe(lastInstant);
  });

  it("knows what of its record the rules follow from", () => {
    expect(ruleSettings).toEqual(["replacedScenario", "removedRules", "disabledRules"]);
  });
});

it("measures of several stores are summed, the oldest counts", () => {
  const of = (due: number, inFlight: number, oldestDueMs: number) => ({ due, inFlight, oldestDueMs });
  expect(together([of(1, 2, 30), of(4, 8, 20)])).toEqual(of(5, 10, 30));
  expect(together([])).toEqual(of(0, 0, 0));
});
