import { expect, it } from "vitest";
import { durationMeant } from "../../../../src/core/scenario/values/duration.js";

it.each([
  ["4 hours", "4h"],
  ["90 min", "90m"],
  ["5MIN", "5m"],
  ["500 milliseconds", "500ms"],
  ["1,5h", "1.5h"],
  ["1h 30m", "90m"],
  ["2 weeks", "14d"],
  ["PT4H", "4h"],
  ["PT1H30M", "90m"],
  ["P1DT12H", "36h"],
  ["PT0.5S", "0.5s"],
  ["P1M", undefined],
  ["p1m", undefined],
  ["1M", undefined],
  ["P1Y", undefined],
  ["1 month", undefined],
  ["30", undefined],
  ["20x", undefined],
  ["2 h later", undefined],
  ["PT", undefined],
  ["4h", undefined],
])("%s means the duration %s", (text, meant) => {
  expect(durationMeant(text)).toBe(meant);
});
