import { setImmediate as nextTurn } from "node:timers/promises";
import type { Order } from "../../../core/domain/order.js";
import type { Lane } from "../../../lane/lane.js";
import type { Exchange } from "../../../lane/ports/exchange.js";
import type { Notice } from "../../../lane/ports/outbox.js";

/** How many entries to read, and how often to call visitors, before other calls get a turn. */
const PART = 100;
const VISITS = 5_000;

let line: Promise<void> = Promise.resolve();
/** A turn of the event loop of one's own, so that any number of passes delays a call no more than a single one. */
const ownTurn = (): Promise<void> => {
  line = line.then(() => nextTurn());
  return line;
};

/** Reads a whole list in parts, newest first, once for all that ask for it before it begins. */
export class SharedPass<T extends { readonly id: number }> {
  readonly #read: (before: number | undefined, limit: number) => Promise<readonly T[]>;
  #next: { readonly visitors: ((one: T) => void)[]; readonly end: Promise<void> } | undefined;
  #last: Promise<void> = Promise.resolve();

  constructor(read: (before: number | undefined, limit: number) => Promise<readonly T[]>) {
    this.#read = read;
  }

  /** Calls `visitor` with each entry that is there when the pass begins. */
  visit(visitor: (one: T) => void): Promise<void> {
    const next = this.#next ?? this.#plan();
    next.visitors.push(visitor);
    return next.end;
  }

  #plan() {
    const visitors: ((one: T) => void)[] = [];
    const end = this.#last.then(() => {
      this.#next = undefined;
      return this.#run(visitors);
    });
    this.#last = end.catch(() => {});
    this.#next = { visitors, end };
    return this.#next;
  }

  async #run(visitors: readonly ((one: T) => void)[]): Promise<void> {
    let before: number | undefined;
    let visits = 0;
    for (;;) {
      const part = await this.#read(before, PART);
      for (const one of part) {
        for (const visit of visitors) visit(one);
        visits += visitors.length;
        if (visits < VISITS) continue;
        visits = 0;
        await ownTurn();
      }
      if (part.length < PART) return;
      before = part.at(-1)!.id;
      await ownTurn();
    }
  }
}

interface Passes {
  readonly orders: SharedPass<Order>;
  readonly notifications: SharedPass<Notice>;
  readonly requests: SharedPass<Exchange>;
}
const ofLanes = new WeakMap<Lane, Passes>();

/** The passes over a lane's lists. */
export function passesOf(lane: Lane): Passes {
  const known = ofLanes.get(lane);
  if (known) return known;
  const { views } = lane.store;
  const passes = {
    orders: new SharedPass((before, limit) => views.orders({ before, limit })),
    notifications: new SharedPass((before, limit) => views.notifications({ before, limit })),
    requests: new SharedPass((before, limit) => views.exchanges({ before, limit })),
  };
  ofLanes.set(lane, passes);
  return passes;
}
