import { expect, it } from "vitest";
import { instant, later } from "../../../src/core/domain/money.js";
import { SqliteStore } from "../../../src/lane/store/sqlite/sqlite-store.js";
import { LaneTime } from "../../../src/lane/time/lane-clock.js";
import { RealTime, START } from "../../support/lane-parts.js";

/** A lane's clock on a store of its own; from the bytes of another, as after a restart. */
function opened({ real = new RealTime(), from }: { real?: RealTime; from?: Buffer } = {}) {
  const store = new SqliteStore({ seed: 1, clock: real, from });
  return { real, store, clock: new LaneTime(store) };
}

it("runs with real time until it is touched", async () => {
  const { real, clock } = opened();
  real.at += 250;
  expect(await clock.read()).toEqual({ now: START + 250, mode: "wall" });
});

it("stands still once frozen, and moves by hand only", async () => {
  const { real, clock } = opened();
  await clock.freeze();
  real.at += 60_000;
  expect(await clock.now()).toBe(START);
  await clock.advance(1500);
  expect(await clock.read()).toEqual({ now: START + 1500, mode: "frozen" });
});

it("freezes at an instant in the past", async () => {
  const { clock } = opened();
  await clock.freeze(instant(1_000));
  expect(await clock.now()).toBe(1_000);
});

it("keeps the mode when it is set, and runs on from there", async () => {
  const { real, clock } = opened();
  await clock.set(instant(5_000));
  real.at += 10;
  expect(await clock.read()).toEqual({ now: 5_010, mode: "wall" });
});

it("adds an offset when a running clock is advanced", async () => {
  const { real, clock } = opened();
  await clock.advance(3_600_000);
  real.at += 7;
  expect(await clock.now()).toBe(START + 3_600_007);
});

it("runs on from where it stood when it is resumed", async () => {
  const { real, clock } = opened();
  await clock.freeze(instant(9_000));
  real.at += 500;
  await clock.resume();
  real.at += 3;
  expect(await clock.now()).toBe(9_003);
});

it("keeps offset and freeze over a restart", async () => {
  const { real, store, clock } = opened();
  await clock.advance(60_000);
  const second = opened({ real, from: await store.snapshot() });
  expect(await second.clock.now()).toBe(START + 60_000);
  await second.clock.freeze(instant(42));
  const third = opened({ real, from: await second.store.snapshot() });
  expect(await third.clock.read()).toEqual({ now: 42, mode: "frozen" });
});

it("a restart in the middle of a move leaves the clock where it stood, and running", async () => {
  const { real, store, clock } = opened();
  await clock.stand(later(START, 60_000));
  real.at += 5;
  expect(await clock.now()).toBe(START + 60_000);
  const second = opened({ real, from: await store.snapshot() });
  expect(await second.clock.read()).toEqual({ now: START + 60_005, mode: "wall" });
});
