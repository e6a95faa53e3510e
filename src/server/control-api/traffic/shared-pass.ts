import { setImmediate as nextTurn } from "node:timers/promises";
import type { Lane } from "../../../lane/lane.js";
import type { Views } from "../../../lane/ports/store.js";

/** How many entries to read before other calls get a turn. */
const PART = 100;

type Read<T> = (part: { readonly before: number | undefined; readonly limit: number }) => Promise<readonly T[]>;
/** Visits entries of a list, newest first. */
export type Visits<T> = (visit: (one: T) => void) => Promise<void>;

/** Reads a whole list in parts, once for all that ask for it before it begins. */
export function sharedPass<T extends { readonly id: number }>(read: Read<T>): Visits<T> {
  let next: ((one: T) => void)[] | undefined;
  let last: Promise<void> = Promise.resolve();
  const pass = async (visitors: readonly ((one: T) => void)[]): Promise<void> => {
    next = undefined;
    let before: number | undefined;
    for (;;) {
      const part = await read({ before, limit: PART });
      for (const one of part) for (const visit of visitors) visit(one);
      if (part.length < PART) return;
      before = part.at(-1)!.id;
      await nextTurn();
    }
  };
  return (visit) => {
    if (!next) {
      const visitors: ((one: T) => void)[] = [];
      next = visitors;
      last = last.catch(() => {}).then(() => pass(visitors));
    }
    next.push(visit);
    return last;
  };
}

const passesOver = (views: Views) => ({
  orders: sharedPass((part) => views.orders(part)),
  notifications: sharedPass((part) => views.notifications(part)),
  requests: sharedPass((part) => views.exchanges(part)),
});
const ofLanes = new WeakMap<Lane, ReturnType<typeof passesOver>>();

/** The passes over a lane's lists. */
export function passesOf(lane: Lane): ReturnType<typeof passesOver> {
  const passes = ofLanes.get(lane) ?? passesOver(lane.store.views);
  ofLanes.set(lane, passes);
  return passes;
}
