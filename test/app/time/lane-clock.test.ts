import { expect, it } from "vitest";
import { LaneClock } from "../../../src/app/time/lane-clock.js";
import { RealTime, START } from "../../support/lane-parts.js";

const keeper = () => {
  const texts = new Map<string, string>();
  return {
    keep: (name: string, value: string) => void texts.set(name, value),
    kept: (name: string) => texts.get(name),
  };
};

it("runs with real time until it is touched", () => {
  const real = new RealTime();
  const clock = new LaneClock(real);
  real.at += 250;
  expect(clock.now()).toBe(START + 250);
  expect(clock.mode).toBe("wall");
});

it("stands still once frozen, and moves by hand only", () => {
  const real = new RealTime();
  const clock = new LaneClock(real);
  clock.freeze();
  real.at += 60_000;
  expect(clock.now()).toBe(START);
  clock.advance(1500);
  expect(clock.now()).toBe(START + 1500);
  expect(clock.mode).toBe("frozen");
});

it("freezes at an instant in the past", () => {
  const clock = new LaneClock(new RealTime());
  clock.freeze(1_000);
  expect(clock.now()).toBe(1_000);
});

it("keeps the mode when it is set, and runs on from there", () => {
  const real = new RealTime();
  const clock = new LaneClock(real);
  clock.set(5_000);
  real.at += 10;
  expect(clock.now()).toBe(5_010);
  expect(clock.mode).toBe("wall");
});

it("adds an offset when a running clock is advanced", () => {
  const real = new RealTime();
  const clock = new LaneClock(real);
  clock.advance(3_600_000);
  real.at += 7;
  expect(clock.now()).toBe(START + 3_600_007);
});

it("runs on from where it stood when it is resumed", () => {
  const real = new RealTime();
  const clock = new LaneClock(real);
  clock.freeze(9_000);
  real.at += 500;
  clock.resume();
  real.at += 3;
  expect(clock.now()).toBe(9_003);
});

it("keeps offset and freeze over a restart", () => {
  const real = new RealTime();
  const kept = keeper();
  new LaneClock(real, kept).advance(60_000);
  expect(new LaneClock(real, kept).now()).toBe(START + 60_000);
  new LaneClock(real, kept).freeze(42);
  const again = new LaneClock(real, kept);
  expect([again.now(), again.mode]).toEqual([42, "frozen"]);
});
