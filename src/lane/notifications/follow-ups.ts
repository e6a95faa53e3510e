import type { OutboxEntry } from "../ports/outbox.js";
import type { Outbox, Views } from "../ports/store.js";

/** The part of a lane that is needed to send notifications before or after others. */
interface FollowUpLane {
  readonly store: Pick<Outbox, "requeue"> & { readonly views: Pick<Views, "notifications"> };
}

/** A notification that has been attempted. */
export type AttemptedNotification = Pick<OutboxEntry, "id" | "orderId" | "attemptCount" | "effects">;

/** True if an earlier order's notification must be sent again after this one's first attempt. */
export const replays = ({ effects, attemptCount }: AttemptedNotification): boolean =>
  effects.replay === true && attemptCount === 0;

const isGenuine = ({ effects, state }: OutboxEntry): boolean =>
  effects.forge === undefined && state !== "dropped" && state !== "refused";

/** How many of the newest notifications to search for an earlier order's. */
const LOOKED_THROUGH = 100;

/** Notifications that are sent after another one. Some of them waited for it, others are sent again. */
export class FollowUps {
  readonly #lane: FollowUpLane;
  /** By id: the order of each notification that waits. */
  readonly #waiting = new Map<number, number | undefined>();

  constructor(lane: FollowUpLane) {
    this.#lane = lane;
  }

  /** Remembers notifications that must wait for another order's notification. */
  frozen(entries: readonly OutboxEntry[]): void {
    for (const { id, orderId, state, effects } of entries)
      if (effects.swap && state === "due") this.#waiting.set(id, orderId);
  }

  /** Ids of the notifications to send now that this one has been attempted. They are due from `now` on. */
  async after(entry: AttemptedNotification, now: NonNullable<OutboxEntry["dueAt"]>): Promise<readonly number[]> {
    this.#waiting.delete(entry.id);
    // After a restart, this process doesn't know which notifications wait, so it asks the store.
    const before = [...this.#waiting].filter(([id, orderId]) => id < entry.id && orderId !== entry.orderId);
    const swapped: number[] = [];
    for (const [id] of before) if (await this.#waits(id)) swapped.push(id);
    const earlier = replays(entry) ? await this.#earlier(entry) : undefined;
    const ids = earlier === undefined ? swapped : [...swapped, earlier];
    for (const id of ids) await this.#lane.store.requeue(id, { state: "due", dueAt: now });
    return ids;
  }

  /**
   * The notification to send. If a rule asks for another order's notification, it has that one's fields. If there is
   * none, its signature is forged instead.
   */
  async withText(entry: OutboxEntry): Promise<OutboxEntry> {
    if (entry.effects.forge !== "other-order") return entry;
    const newest = await this.#lane.store.views.notifications({ limit: LOOKED_THROUGH });
    const other = newest.find((one) => one.orderId !== entry.orderId && one.kind === "payment" && isGenuine(one));
    return other ? { ...entry, fields: other.fields } : { ...entry, effects: { ...entry.effects, forge: "signature" } };
  }

  /** Ends a notification's wait. False if it was held or sent manually in the meantime. */
  async #waits(id: number): Promise<boolean> {
    if (!this.#waiting.delete(id)) return false;
    const [entry] = await this.#lane.store.views.notifications({ id });
    return entry?.state === "due";
  }

  /** The newest earlier notification of another order that the shop acknowledged. */
  async #earlier({ id, orderId }: AttemptedNotification): Promise<number | undefined> {
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
