import { describe, expect, it } from "vitest";
import { HostQueue, type Ticket } from "../../../src/lane/notifications/host-queue.js";

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A queue whose sending ends when the test says so. */
function queueOf() {
  const sending = new Map<number, () => void>();
  const [started, done]: [number[], number[]] = [[], []];
  const queue = new HostQueue((ticket) => {
    started.push(ticket.id);
    return new Promise<void>((end) => sending.set(ticket.id, end));
  });
  const ticket = (id: number, over: Partial<Ticket> = {}): Ticket => ({
    ...{ id, stream: id, attempts: 0, isPlain: true, done: () => void done.push(id) },
    ...over,
  });
  const add = (id: number, over?: Partial<Ticket>) => queue.add(ticket(id, over));
  const end = async (...ids: readonly number[]) => {
    for (const id of ids) sending.get(id)!();
    await turn();
  };
  return { queue, started, done, add, end };
}
const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i + 1);
const add = (world: ReturnType<typeof queueOf>, n: number) => {
  for (const id of upTo(n)) world.add(id);
};
const ids = (tickets: readonly Ticket[]) => tickets.map(({ id }) => id);

describe("what waits for a host", () => {
  it("is sent eight at a time, in its order", async () => {
    const world = queueOf();
    add(world, 20);
    expect(world.started).toEqual(upTo(8));
    await world.end(3, 5);
    expect(world.started).toEqual(upTo(10));
    expect(world.done).toEqual([3, 5]);
  });

  it("is sent one after another for a stream, beside the others", async () => {
    const world = queueOf();
    for (const id of [1, 2, 3]) world.add(id, { stream: "a" });
    world.add(4, { stream: "b" });
    expect(world.started).toEqual([1, 4]);
    await world.end(1);
    expect(world.started).toEqual([1, 4, 2]);
    await world.end(2, 4);
    await world.end(3);
    expect([world.started, world.done]).toEqual([
      [1, 4, 2, 3],
      [1, 2, 4, 3],
    ]);
    world.add(5, { stream: "a" });
    expect(world.started.at(-1)).toBe(5);
  });

  it("is sent to its end, however much it is", async () => {
    const world = queueOf();
    add(world, 2500);
    for (let at = 1; at <= 2500; at += 4) await world.end(at, at + 1, at + 2, at + 3);
    expect(world.done).toEqual(upTo(2500));
  });
});

describe("those that are taken out", () => {
  it("are the next ones that are plain, no more than asked for", () => {
    const world = queueOf();
    add(world, 12);
    world.add(13, { isPlain: false });
    world.add(14);
    expect(ids(world.queue.takePlain(3))).toEqual([9, 10, 11]);
    expect(ids(world.queue.takePlain(3))).toEqual([12]);
    expect(world.queue.takePlain(3)).toEqual([]);
    expect(world.queue.takePlain(0)).toEqual([]);
  });

  it("are next again where they are put back", async () => {
    const world = queueOf();
    add(world, 14);
    const taken = world.queue.takePlain(4);
    await world.end(1);
    expect(world.started.at(-1)).toBe(13);
    world.queue.putBack(taken);
    await world.end(2, 3, 4, 5, 6);
    expect(world.started).toEqual([...upTo(8), 13, 9, 10, 11, 12, 14]);
  });

  it("are sent at once where they are put back and nothing is under way", async () => {
    const world = queueOf();
    add(world, 9);
    const taken = world.queue.takePlain(1);
    await world.end(...upTo(8));
    expect(world.started).toEqual(upTo(8));
    world.queue.putBack(taken);
    expect(world.started).toEqual(upTo(9));
  });

  it("are through where they are finished, and what waits behind them is next", async () => {
    const world = queueOf();
    add(world, 8);
    world.add(9, { stream: "a" });
    world.add(10, { stream: "a" });
    world.queue.finished(world.queue.takePlain(1));
    expect(world.done).toEqual([9]);
    await world.end(1);
    expect(world.started.at(-1)).toBe(10);
  });

  it("let what waits behind them start at once where there is room", async () => {
    const world = queueOf();
    add(world, 8);
    world.add(9, { stream: "a" });
    world.add(10, { stream: "a" });
    const taken = world.queue.takePlain(1);
    await world.end(1, 2);
    world.queue.finished(taken);
    expect(world.started).toEqual([...upTo(8), 10]);
  });
});
