import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import { Waiting } from "../../../src/lane/time/waiting.js";

const LONG_MS = 60_000;

describe("a wait", () => {
  it("ends with what the first look finds, without a change", async () => {
    expect(await new Waiting().until(async () => "there", LONG_MS)).toBe("there");
  });

  it("that was given up before it began looks once and ends", async () => {
    const waiting = new Waiting();
    let looks = 0;
    const look = async () => void looks++;
    expect(await waiting.until(look, LONG_MS, { signal: AbortSignal.abort() })).toBeUndefined();
    waiting.changed();
    await new Promise(setImmediate);
    expect(looks).toBe(1);
  });

  it("ends when it is given up meanwhile", async () => {
    const leaving = new AbortController();
    const found = new Waiting().until(async () => undefined, LONG_MS, { signal: leaving.signal });
    await new Promise(setImmediate);
    leaving.abort();
    expect(await found).toBeUndefined();
  });

  it("looks once for all changes of a turn, and sees one that happens during its first look", async () => {
    const waiting = new Waiting();
    const looks: number[] = [];
    const found = waiting.until(async () => {
      looks.push(looks.length);
      // Of the first look.
      if (looks.length === 1) waiting.changed();
      return looks.length === 3 ? "at last" : undefined;
    }, LONG_MS);
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    expect(looks).toHaveLength(2);
    waiting.changed();
    waiting.changed();
    expect(await found).toBe("at last");
    expect(looks).toHaveLength(3);
  });

  it.each([0, 1, 2, 3, 4, 5, 6, 7])("sees a change that comes %i steps behind its first look", async (steps) => {
    const waiting = new Waiting();
    let isThere = false;
    const found = waiting.until(async () => isThere || undefined, LONG_MS);
    for (let step = 0; step < steps; step++) await undefined;
    isThere = true;
    waiting.changed();
    let seen: boolean | undefined;
    void found.then((one) => {
      seen = one;
    });
    for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
    expect(seen).toBe(true);
  });

  it("looks once at a time, and again where something changed meanwhile", async () => {
    const waiting = new Waiting();
    const open: ((found: string | undefined) => void)[] = [];
    const found = waiting.until(() => new Promise<string | undefined>((resolve) => open.push(resolve)), LONG_MS);
    open[0]!(undefined);
    await new Promise(setImmediate);
    for (let n = 0; n < 3; n++) {
      waiting.changed();
      await new Promise(setImmediate);
      await new Promise(setImmediate);
    }
    expect(open).toHaveLength(2);
    open[1]!(undefined);
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    expect(open).toHaveLength(3);
    open[2]!("at last");
    expect(await found).toBe("at last");
  });

  it("of a lane that goes ends with nothing, a later one too", async () => {
    const waiting = new Waiting();
    const found = waiting.until(async () => undefined, LONG_MS);
    await new Promise(setImmediate);
    waiting.close();
    expect(await found).toBeUndefined();
    expect(waiting.isClosed).toBe(true);
    expect(await waiting.until(async () => undefined, LONG_MS)).toBeUndefined();
  });

  it("ends with the error of a look", async () => {
    const waiting = new Waiting();
    let looks = 0;
    const found = waiting.until(async () => {
      if (++looks === 2) throw new Error("the store is away");
      return undefined;
    }, LONG_MS);
    await new Promise(setImmediate);
    waiting.changed();
    await expect(found).rejects.toThrow("the store is away");
  });

  it("of no time is one look", async () => {
    expect(await new Waiting().until(async () => undefined, 0)).toBeUndefined();
  });
});

it("tells each change to those who watch, until they end it", () => {
  const waiting = new Waiting();
  const told: unknown[] = [];
  const end = waiting.watch((changes) => told.push(changes));
  waiting.changed({});
  end();
  waiting.changed({});
  expect(told).toEqual([{}]);
});

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** The wait's own timer. The process has timers of others, too. */
const timerOf = ({ mock }: MockInstance<typeof setTimeout>) =>
  mock.results[mock.calls.findIndex(([, ms]) => ms === LONG_MS)]?.value;

describe("a wait that ended", () => {
  /** How often it looked; `at` is the look that finds something. */
  const looking = (at: number, first?: () => void) => {
    const look = vi.fn(async () => {
      if (look.mock.calls.length === 1) first?.();
      return look.mock.calls.length === at ? "there" : undefined;
    });
    return look;
  };

  it("looks no more, whatever changes", async () => {
    const waiting = new Waiting();
    const look = looking(2);
    const found = waiting.until(look, LONG_MS);
    await turn();
    waiting.changed();
    expect(await found).toBe("there");
    waiting.changed();
    await turn();
    expect(look).toHaveBeenCalledTimes(2);
  });

  it("looks no more where it was given up between a change and the look", async () => {
    const waiting = new Waiting();
    const leaving = new AbortController();
    const look = looking(9);
    const found = waiting.until(look, LONG_MS, { signal: leaving.signal });
    await turn();
    waiting.changed();
    leaving.abort();
    expect(await found).toBeUndefined();
    await turn();
    expect(look).toHaveBeenCalledTimes(1);
  });

  it("looks no more in a lane that is gone, also where that goes during the first look", async () => {
    const waiting = new Waiting();
    const look = looking(2);
    const found = waiting.until(look, LONG_MS);
    await turn();
    waiting.close();
    expect(await found).toBeUndefined();
    expect(look).toHaveBeenCalledTimes(1);
    const other = new Waiting();
    const once = looking(2, () => other.close());
    expect(await other.until(once, LONG_MS)).toBeUndefined();
    expect(once).toHaveBeenCalledTimes(1);
  });

  it("watches no more where its first look failed", async () => {
    const waiting = new Waiting();
    await expect(waiting.until(() => Promise.reject(new Error("away")), LONG_MS)).rejects.toThrow("away");
    expect(waiting.isClosed).toBe(false);
  });

  it("leaves no timer and no listener behind", async () => {
    const waiting = new Waiting();
    const { signal } = new AbortController();
    const [added, removed] = [vi.spyOn(signal, "addEventListener"), vi.spyOn(signal, "removeEventListener")];
    const [set, cleared] = [vi.spyOn(globalThis, "setTimeout"), vi.spyOn(globalThis, "clearTimeout")];
    const found = waiting.until(looking(2), LONG_MS, { signal });
    await turn();
    expect(added.mock.calls.map(([type]) => type)).toEqual(["abort"]);
    waiting.changed();
    await found;
    expect(removed.mock.calls).toEqual(added.mock.calls);
    const timer = timerOf(set);
    expect(cleared.mock.calls.map(([one]) => one === timer)).toContain(true);
    for (const spy of [set, cleared]) spy.mockRestore();
  });

  it("does not keep the process", async () => {
    const set = vi.spyOn(globalThis, "setTimeout");
    const waiting = new Waiting();
    const found = waiting.until(looking(9), LONG_MS);
    await turn();
    const timer = timerOf(set);
    set.mockRestore();
    expect(timer?.hasRef()).toBe(false);
    waiting.close();
    await found;
  });
});

describe("a wait for so long", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());

  it("ends with nothing then, and not before", async () => {
    const ended = vi.fn();
    const found = new Waiting().until(async () => undefined, 50).then(ended);
    await vi.advanceTimersByTimeAsync(49);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await found;
    expect(ended.mock.calls).toEqual([[undefined]]);
  });
});
