import { expect, it } from "vitest";
import type { Lane } from "../../../src/lane/lane.js";
import { forkPointsOf } from "../../../src/lane/views/history/fork-points.js";

type Watcher = (changes?: object) => void;

/** A lane whose calls are counted, and whose copies say how many it had. */
function countedLane(laneBytes = 10) {
  const watchers = new Set<Watcher>();
  let id = 0;
  let comesMeanwhile = false;
  const lane = {
    waiting: {
      isClosed: false,
      watch: (watcher: Watcher) => {
        watchers.add(watcher);
        return () => watchers.delete(watcher);
      },
    },
    log: { debug: () => {} },
    store: {
      snapshot: async () => {
        const bytes = Buffer.alloc(laneBytes, id);
        if (comesMeanwhile) id++;
        return bytes;
      },
      views: { exchanges: async () => (id === 0 ? [] : [{ id }]) },
    },
  } as unknown as Lane;
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const call = async () => {
    id++;
    for (const watcher of watchers) watcher({});
    await settled();
  };
  return { lane, call, settled, watchers, during: (is: boolean) => (comesMeanwhile = is) };
}

it("a lane that is followed is copied before each call", async () => {
  const { lane, call, settled } = countedLane();
  const points = forkPointsOf(lane);
  const end = points.follow();
  await settled();
  await call();
  await call();
  expect([1, 2, 3, 4].map((id) => points.before(id)?.[0])).toEqual([0, 1, 2, undefined]);
  end();
  await call();
  expect(points.before(4)).toBeUndefined();
  expect(points.before(2)?.[0]).toBe(1);
});

it("a copy is not kept if a call came while it was made", async () => {
  const { lane, settled, during } = countedLane();
  const points = forkPointsOf(lane);
  during(true);
  points.follow();
  await settled();
  expect([points.before(1), points.before(2)]).toEqual([undefined, undefined]);
});

it("the newest 64 copies are kept, and 16 MB of them", async () => {
  const { lane, call, settled } = countedLane();
  const points = forkPointsOf(lane);
  points.follow();
  await settled();
  for (let n = 0; n < 70; n++) await call();
  expect([points.before(7), points.before(8)?.[0]]).toEqual([undefined, 7]);

  const large = countedLane(4 * 1024 * 1024);
  const few = forkPointsOf(large.lane);
  few.follow();
  await large.settled();
  for (let n = 0; n < 6; n++) await large.call();
  expect([1, 2, 3, 4, 5, 6, 7].filter((id) => few.before(id))).toEqual([4, 5, 6, 7]);
});

it("a lane that is too large is not copied again", async () => {
  const { lane, call, settled } = countedLane(4 * 1024 * 1024 + 1);
  const points = forkPointsOf(lane);
  points.follow();
  await settled();
  await call();
  expect([points.before(1), points.before(2)]).toEqual([undefined, undefined]);
});

it("nothing is watched once nobody follows", async () => {
  const { lane, watchers } = countedLane();
  const [one, two] = [forkPointsOf(lane).follow(), forkPointsOf(lane).follow()];
  one();
  one();
  expect(watchers.size).toBe(1);
  two();
  expect(watchers.size).toBe(0);
});
