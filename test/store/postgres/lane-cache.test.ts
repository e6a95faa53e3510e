import { expect, it } from "vitest";
import { LaneCache } from "../../../src/store/postgres/units/lane-cache.js";
import { firstIds } from "../../../src/store/postgres/units/lane-state.js";
import { NOW } from "../../support/orders.js";

const row = {
  version: 5,
  recordVersion: 2,
  clock: { mode: "wall", offsetMs: 0 },
  realNow: NOW,
  ids: firstIds(1),
} as const;

it.each([
  ["the same version on the same timeline keeps it", row, "00000001", 7],
  ["another version drops it", { ...row, version: 6 }, "00000001", undefined],
  ["the same version on another timeline, after a fail-over, drops it", row, "00000002", undefined],
])("a lane's cache: %s", (_, met, timeline, kept) => {
  const cache = new LaneCache();
  cache.meet(row, "00000001");
  cache.putReference(3, "A-1", 7);
  cache.meet(met, timeline);
  expect(cache.references.get("3 A-1")).toBe(kept);
});
