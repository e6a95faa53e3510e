import type { OutboxEntry } from "../ports/outbox.js";
import type { Outbox, Views } from "../ports/store.js";

/** The part of a lane that is needed to send one notice around another. */
interface CompanionLane {
  readonly store: Pick<Outbox, "requeue"> & { readonly views: Pick<Views, "notifications"> };
}

/** What is asked of a notification that had its attempt. */
export type Tried = Pick<OutboxEntry, "id" | "orderId" | "attemptCount" | "effects">;

/** Whether an earlier notice is sent again behind its first attempt. */
export const replays = ({ effects, attemptCount }: Tried): boolean => effects.replay === true && attemptCount === 0;

/** So many of the newest notices are looked through for an earlier order's. */
const LOOKED_THROUGH = 100;

/** Notices whose time comes with another one's: those that wait behind it, and earlier ones that are sent again. */
export class Companions {
  readonly #lane: CompanionLane;
  /** By notification: the order that it tells of. */
  readonly #waiting = new Map<number, number | undefined>();

  constructor(lane: CompanionLane) {
    this.#lane = lane;
  }

  /** Remembers those that are to leave behind the next one of another order. */
  frozen(entries: readonly OutboxEntry[]): void {
    for (const { id, orderId, state, effects } of entries)
      if (effects.swap && state === "due") this.#waiting.set(id, orderId);
  }

  /** What is to leave behind this one, which had its attempt: their ids, due from `now` on. */
  async behind(entry: Tried, now: NonNullable<OutboxEntry["dueAt"]>): Promise<readonly number[]> {
    this.#waiting.delete(entry.id);
    // Whether one that was frozen before is still on its way is nothing that anybody can know.
    const before = [...this.#waiting].filter(([id, orderId]) => id < entry.id && orderId !== entry.orderId);
    const swapped: number[] = [];
    for (const [id] of before) if (await this.#waits(id)) swapped.push(id);
    const earlier = replays(entry) ? await this.#earlier(entry) : undefined;
    const ids = earlier === undefined ? swapped : [...swapped, earlier];
    for (const id of ids) await this.#lane.store.requeue(id, { state: "due", dueAt: now });
    return ids;
  }

  /** Ends its wait; false where it was held or sent by hand meanwhile. */
  async #waits(id: number): Promise<boolean> {
    if (!this.#waiting.delete(id)) return false;
    const [entry] = await this.#lane.store.views.notifications({ id });
    return entry?.state === "due";
  }

  /** The last notice of an order before this one's that a shop has acknowledged. */
  async #earlier({ id, orderId }: Tried): Promise<number | undefined> {
    const newest = await this.#lane.store.views.notifications({ limit: LOOKED_THROUGH });
    return newest.find(
      (one) =>
        one.id < id &&
        one.orderId !== orderId &&
        one.kind === "payment" &&
        one.state === "acknowledged" &&
        one.effects.forge === undefined,
    )?.id;
  }
}
