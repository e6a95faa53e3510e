import { describe, expect, it } from "vitest";
import { Candidates } from "../../../../src/server/control-api/traffic/candidates.js";
import { sharedPass } from "../../../../src/server/control-api/traffic/shared-pass.js";

/** Moved notifications stand for any change: those in `held` may match. */
const counting = (count: number) =>
  new Candidates(count, (candidates, _, moved) => {
    for (const { id, state } of moved ?? []) candidates.note(id, state === "held");
  });
const become = (id: number, state: "held" | "due") => [undefined, [{ id, state }]] as const;

describe("candidates", () => {
  it("are enough once as many may match as are waited for", () => {
    const { concerns } = counting(2);
    expect(concerns(...become(1, "held"))).toBe(false);
    expect(concerns(...become(1, "held"))).toBe(false);
    expect(concerns(...become(2, "due"))).toBe(false);
    expect(concerns(...become(2, "held"))).toBe(true);
  });

  it("lose one that matches no longer", () => {
    const { concerns } = counting(2);
    concerns(...become(1, "held"));
    concerns(...become(1, "due"));
    expect(concerns(...become(2, "held"))).toBe(false);
  });

  it("may be anything after a change that nobody described", () => {
    expect(counting(9).concerns()).toBe(true);
  });

  it("of a look are those that it found, besides what changed meanwhile", async () => {
    const candidates = counting(2);
    const reads = [[{ id: 1 }], [{ id: 1 }, { id: 2 }]];
    const found = await candidates.look(async () => {
      const read = reads.shift()!;
      if (reads.length === 1) expect(candidates.concerns(...become(2, "held"))).toBe(false);
      return read;
    });
    expect(found).toEqual([{ id: 1 }, { id: 2 }]);
    expect(reads).toEqual([]);
  });

  it("of a look that failed are heard of again", async () => {
    const candidates = counting(1);
    await expect(candidates.look(() => Promise.reject(new Error("away")))).rejects.toThrow("away");
    expect(candidates.concerns(...become(1, "held"))).toBe(true);
  });
});

describe("a shared pass", () => {
  const all = Array.from({ length: 250 }, (_, n) => ({ id: 250 - n }));
  const listed = (before = 251, limit: number) => all.filter(({ id }) => id < before).slice(0, limit);

  it("reads the list once for all that asked before it began", async () => {
    let reads = 0;
    const pass = sharedPass(async ({ before, limit }) => {
      reads++;
      return listed(before, limit);
    });
    const seen: number[][] = [[], [], []];
    await Promise.all(seen.map((ids) => pass(({ id }) => ids.push(id))));
    expect(seen.map(({ length }) => length)).toEqual([250, 250, 250]);
    expect(seen[0]).toEqual(all.map(({ id }) => id));
    expect(reads).toBe(3);
  });

  it("of one that asks meanwhile comes after it, and begins at the start", async () => {
    const pass = sharedPass(async ({ before, limit }) => listed(before, limit));
    const late: number[] = [];
    let second: Promise<void> | undefined;
    await pass(({ id }) => {
      if (id === 100) second = pass((one) => late.push(one.id));
    });
    await second;
    expect(late).toHaveLength(250);
  });

  it("that fails tells those who asked, and the next one works", async () => {
    let isAway = true;
    const pass = sharedPass(async ({ before, limit }) => {
      if (isAway) throw new Error("away");
      return listed(before, limit);
    });
    await expect(pass(() => {})).rejects.toThrow("away");
    isAway = false;
    let seen = 0;
    await pass(() => seen++);
    expect(seen).toBe(250);
  });

  it("lets others run between its parts", async () => {
    const pass = sharedPass(async ({ before, limit }) => listed(before, limit));
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns++;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    await pass(() => {});
    isOver = true;
    expect(turns).toBeGreaterThan(1);
  });
});
