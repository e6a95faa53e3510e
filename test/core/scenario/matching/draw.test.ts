import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { delayMs, draw } from "../../../../src/core/scenario/matching/draw.js";
import { durationMs, parseDuration } from "../../../../src/core/scenario/values/duration.js";

describe("a draw", () => {
  it("stays the same from one release to the next", () => {
    expect(draw(7, "r1", "", 1).toFixed(6)).toMatchInlineSnapshot(`"0.837312"`);
  });

  it("lies in [0,1)", () => {
    fc.assert(
      fc.property(fc.integer(), fc.string(), fc.string(), fc.nat(), (seed, rule, key, n) => {
        const drawn = draw(seed, rule, key, n);
        expect(drawn).toBeGreaterThanOrEqual(0);
        expect(drawn).toBeLessThan(1);
      }),
    );
  });

  it("changes with each of seed, rule, key and number", () => {
    const drawn = [
      draw(1, "r", "k", 1),
      draw(2, "r", "k", 1),
      draw(1, "s", "k", 1),
      draw(1, "r", "l", 1),
      draw(1, "r", "k", 2),
    ];
    expect(new Set(drawn).size).toBe(5);
  });

  it("keeps rule and key apart", () => {
    expect(draw(1, "a", "bc", 1)).not.toBe(draw(1, "ab", "c", 1));
  });

  it("is even: one in twenty is below 0.05", () => {
    const low = Array.from({ length: 10_000 }, (_, n) => draw(1, "r", "", n)).filter((drawn) => drawn < 0.05).length;
    expect(low).toBeGreaterThan(400);
    expect(low).toBeLessThan(600);
  });
});

describe("a delay", () => {
  const at = { seed: 1, rule: "r", key: "", n: 1 };
  const many = (delay: Parameters<typeof delayMs>[0]) =>
    Array.from({ length: 4000 }, (_, n) => delayMs(delay, { ...at, n })).sort((a, b) => a - b);

  it.each([
    ["250ms", 250],
    ["2s", 2000],
    ["1h", 3_600_000],
    ["0", 0],
    [0 as const, 0],
  ])("of %s is fixed", (delay, expected) => expect(delayMs(delay, at)).toBe(expected));

  it("of {min, max} lies between them and uses the whole range", () => {
    const delays = many({ min: "100ms", max: "200ms" });
    expect(delays[0]).toBeGreaterThanOrEqual(100);
    expect(delays[0]).toBeLessThan(102);
    expect(delays.at(-1)).toBeLessThanOrEqual(200);
    expect(delays.at(-1)).toBeGreaterThan(198);
  });

  it("of {median, p99} has that median and that 99th percentile", () => {
    const delays = many({ median: "100ms", p99: "1s" });
    expect(delays[2000]).toBeGreaterThan(90);
    expect(delays[2000]).toBeLessThan(110);
    expect(delays[3960]).toBeGreaterThan(800);
    expect(delays[3960]).toBeLessThan(1250);
  });

  it("of {median, p99} alike is always that", () => {
    expect(delayMs({ median: "100ms", p99: "100ms" }, at)).toBe(100);
  });

  it("is drawn apart for answer and notification", () => {
    const range = { min: "0", max: "1d" } as const;
    expect(delayMs(range, at)).not.toBe(delayMs(range, at, "notify"));
  });
});

describe("a duration", () => {
  it.each([
    ["250ms", 250],
    ["15s", 15_000],
    ["20m", 1_200_000],
    ["2h", 7_200_000],
    ["1d", 86_400_000],
    ["1.5s", 1500],
    ["0", 0],
    ["0s", 0],
  ])("%s is %i ms", (text, expected) => expect(parseDuration(text)).toBe(expected));

  it.each(["", "5", "5 s", "-1s", "1w", "1e3s", "1s2m"])("is not %j", (text) => {
    expect(durationMs(text)).toBeUndefined();
    expect(() => parseDuration(text)).toThrow(/expected a duration/);
  });
});

it("is the first 53 bits of a hash of what is asked: the same in each version", () => {
  for (const [seed, rule, key, n] of [
    [1, "rule-1", "", 1],
    [77, "s#2", "A-1", 3],
  ] as const) {
    const asked = JSON.stringify([seed, rule, key, n]);
    const hash = createHash("sha256").update(asked).digest("hex");
    expect(draw(seed, rule, key, n)).toBe(Number(BigInt(`0x${hash.slice(0, 16)}`) >> 11n) / 2 ** 53);
  }
});
