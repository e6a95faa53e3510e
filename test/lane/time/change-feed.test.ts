import { describe, expect, it, vi } from "vitest";
import { ChangeFeed } from "../../../src/lane/time/change-feed.js";

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
const news = (n: number) => ({ n }) as never;

/** What other processes did, read in the order in which it is queued. */
function followed(...queue: (() => Promise<never>)[]) {
  const read = vi.fn(() => queue.shift()?.() ?? Promise.resolve(undefined as never));
  const follow = vi.fn(async () => ({ read }));
  const [told, failed]: [unknown[], unknown[]] = [[], []];
  const feed = new ChangeFeed({ follow });
  const watch = () => feed.watch({ tell: (one) => told.push(one), fail: (error) => failed.push(error) });
  return { feed, follow, read, told, failed, watch, queue };
}

describe("what other processes do", () => {
  it("is told to all who watch, from the first look on", async () => {
    const { feed, told, watch } = followed(async () => news(1));
    await feed.ready();
    watch();
    watch();
    await turn();
    expect(told).toEqual([news(1), news(1)]);
  });

  it("is followed once, until nobody watches any more", async () => {
    const { feed, follow, watch } = followed();
    await feed.ready();
    await feed.ready();
    const [end, endOther] = [watch(), watch()];
    end();
    await feed.ready();
    expect(follow).toHaveBeenCalledTimes(1);
    endOther();
    await feed.ready();
    expect(follow).toHaveBeenCalledTimes(2);
  });

  it("is not read while nobody watches, or before it is followed", async () => {
    const { feed, read, watch } = followed();
    watch();
    feed.hear();
    await turn();
    expect(read).not.toHaveBeenCalled();
    const alone = followed();
    await alone.feed.ready();
    alone.feed.hear();
    await turn();
    expect(alone.read).not.toHaveBeenCalled();
  });

  it("is read once more where something is heard during a read, and once for all of it", async () => {
    const { feed, read, watch, queue } = followed();
    await feed.ready();
    watch();
    await turn();
    expect(read).toHaveBeenCalledTimes(1);
    let go = (_: never): void => {};
    queue.push(() => new Promise<never>((resolve) => (go = resolve)));
    feed.hear();
    await turn();
    feed.hear();
    feed.hear();
    await turn();
    expect(read).toHaveBeenCalledTimes(2);
    go(news(2));
    await turn();
    expect(read).toHaveBeenCalledTimes(3);
    feed.hear();
    await turn();
    expect(read).toHaveBeenCalledTimes(4);
  });

  it("that cannot be read is told as such, and read again when something is heard", async () => {
    const defect = new Error("the connection is gone");
    const { feed, told, failed, watch } = followed(
      () => Promise.reject(defect),
      async () => news(1),
    );
    await feed.ready();
    watch();
    await turn();
    expect([told, failed]).toEqual([[], [defect]]);
    feed.hear();
    await turn();
    expect(told).toEqual([news(1)]);
  });

  it("is followed anew where that failed", async () => {
    const follow = vi.fn(async () => ({ read: async () => news(1) }));
    follow.mockRejectedValueOnce(new Error("away"));
    const feed = new ChangeFeed({ follow });
    await expect(feed.ready()).rejects.toThrow("away");
    await feed.ready();
    expect(follow).toHaveBeenCalledTimes(2);
  });

  it("is nothing where there are no others", async () => {
    const feed = new ChangeFeed({});
    await feed.ready();
    const tell = vi.fn();
    feed.watch({ tell, fail: tell })();
    feed.hear();
    await turn();
    expect(tell).not.toHaveBeenCalled();
  });
});
