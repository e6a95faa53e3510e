import { describe, expect, it, vi } from "vitest";
import { ElsewhereNews } from "../../../src/app/time/elsewhere.js";

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
const news = (n: number) => ({ n }) as never;

/** What other processes did, read in the order in which it is queued. */
function followed(...queue: (() => Promise<never>)[]) {
  const read = vi.fn(() => queue.shift()?.() ?? Promise.resolve(undefined as never));
  const follow = vi.fn(async () => ({ read }));
  const [told, failed]: [unknown[], unknown[]] = [[], []];
  const elsewhere = new ElsewhereNews({ follow });
  const watch = () => elsewhere.watch({ tell: (one) => told.push(one), fail: (error) => failed.push(error) });
  return { elsewhere, follow, read, told, failed, watch, queue };
}

describe("what other processes do", () => {
  it("is told to all who watch, from the first look on", async () => {
    const { elsewhere, told, watch } = followed(async () => news(1));
    await elsewhere.ready();
    watch();
    watch();
    await turn();
    expect(told).toEqual([news(1), news(1)]);
  });

  it("is followed once, until nobody watches any more", async () => {
    const { elsewhere, follow, watch } = followed();
    await elsewhere.ready();
    await elsewhere.ready();
    const [end, endOther] = [watch(), watch()];
    end();
    await elsewhere.ready();
    expect(follow).toHaveBeenCalledTimes(1);
    endOther();
    await elsewhere.ready();
    expect(follow).toHaveBeenCalledTimes(2);
  });

  it("is not read while nobody watches, or before it is followed", async () => {
    const { elsewhere, read, watch } = followed();
    watch();
    elsewhere.hear();
    await turn();
    expect(read).not.toHaveBeenCalled();
    const alone = followed();
    await alone.elsewhere.ready();
    alone.elsewhere.hear();
    await turn();
    expect(alone.read).not.toHaveBeenCalled();
  });

  it("is read once more where something is heard during a read, and once for all of it", async () => {
    const { elsewhere, read, watch, queue } = followed();
    await elsewhere.ready();
    watch();
    await turn();
    expect(read).toHaveBeenCalledTimes(1);
    let go = (_: never): void => {};
    queue.push(() => new Promise<never>((resolve) => (go = resolve)));
    elsewhere.hear();
    await turn();
    elsewhere.hear();
    elsewhere.hear();
    await turn();
    expect(read).toHaveBeenCalledTimes(2);
    go(news(2));
    await turn();
    expect(read).toHaveBeenCalledTimes(3);
    elsewhere.hear();
    await turn();
    expect(read).toHaveBeenCalledTimes(4);
  });

  it("that cannot be read is told as such, and read again when something is heard", async () => {
    const defect = new Error("the connection is gone");
    const { elsewhere, told, failed, watch } = followed(
      () => Promise.reject(defect),
      async () => news(1),
    );
    await elsewhere.ready();
    watch();
    await turn();
    expect([told, failed]).toEqual([[], [defect]]);
    elsewhere.hear();
    await turn();
    expect(told).toEqual([news(1)]);
  });

  it("is followed anew where that failed", async () => {
    const follow = vi.fn(async () => ({ read: async () => news(1) }));
    follow.mockRejectedValueOnce(new Error("away"));
    const elsewhere = new ElsewhereNews({ follow });
    await expect(elsewhere.ready()).rejects.toThrow("away");
    await elsewhere.ready();
    expect(follow).toHaveBeenCalledTimes(2);
  });

  it("is nothing where there are no others", async () => {
    const elsewhere = new ElsewhereNews({});
    await elsewhere.ready();
    const tell = vi.fn();
    elsewhere.watch({ tell, fail: tell })();
    elsewhere.hear();
    await turn();
    expect(tell).not.toHaveBeenCalled();
  });
});
