import { setTimeout as pause } from "node:timers/promises";
import { earliest, type Instant } from "../../domain/money.js";
import { inForce } from "../choices.js";
import { messageOf } from "../ports/log.js";
import type { Delivery, Notifier } from "../ports/notifier.js";
import type { Due, OutboxEntry } from "../ports/outbox.js";
import type { NextAttempt } from "../ports/store.js";
import { AttemptRecords, type Made } from "./attempt-records.js";
import { Companions, replays, type Tried } from "./companions.js";
import type { Attempted, DeliveryLane } from "./delivery-lane.js";
import { failTogether } from "./failing-together.js";
import { GivenAddresses } from "./given-addresses.js";
import { HostQueue, type Ticket } from "./host-queue.js";
import { describeDelivery } from "./non-delivery.js";
import { isHttp } from "./notification.js";

const CLAIM_AT_ONCE = 500;
/** How often it is looked whether other processes have delivered what they have in flight, in milliseconds. */
const ELSEWHERE_MS = 50;

/** A notifier that throws, such as one whose key cannot be read, has failed this attempt. */
const failedOf = (error: unknown): Delivery => ({
  verdict: "failed",
  request: "",
  status: null,
  body: "",
  durationMs: 0,
  why: `not sent: ${messageOf(error)}`,
});

/** Sends what is due in a lane's outbox: eight at a time a host, in order for each order. */
export class Deliveries {
  /** Called when something may fall due later, so that a timer can look again. */
  onChange: (() => void) | undefined;
  /** Those that shops gave. */
  readonly addresses: GivenAddresses;
  readonly #lane: DeliveryLane;
  readonly #notifier: Notifier;
  readonly #hosts = new Map<string, HostQueue>();
  readonly #active = new Map<number, Promise<void>>();
  /** What was claimed once more while it was under way. */
  readonly #claimedAgain = new Map<number, Due>();
  readonly #claiming = new Set<Promise<void>>();
  /** By exchange: what waits until its answer has left. */
  readonly #afterAnswer = new Map<number, (() => void)[]>();
  readonly #parkedIds = new Set<number>();
  readonly #watchers = new Set<(attempted: Attempted) => void>();
  readonly #companions: Companions;
  readonly #records: AttemptRecords;
  /** What looks for notices that leave behind others. */
  readonly #following = new Set<Promise<void>>();
  #closed = false;

  constructor(lane: DeliveryLane, notifier: Notifier) {
    this.addresses = new GivenAddresses(lane.log, notifier);
    this.#lane = lane;
    this.#notifier = notifier;
    this.#companions = new Companions(lane);
    this.#records = new AttemptRecords(lane, (made, next) => this.#follow(made, next));
  }

  /** Starts all that is due on the lane's clock, up to `until`; does not wait for it. */
  async dispatch(until?: Instant): Promise<void> {
    const claiming = this.#claimAll(until);
    this.#claiming.add(claiming);
    try {
      await claiming;
    } finally {
      this.#claiming.delete(claiming);
    }
  }

  async #claimAll(until: Instant | undefined): Promise<void> {
    for (;;) {
      // The clock may have been put back since `until` was read.
      const now = await this.#lane.clock.now();
      if (this.#closed) return;
      const due = await this.#lane.store.claim(earliest(now, until ?? now), CLAIM_AT_ONCE);
      for (const entry of due) this.#accept(entry);
      if (due.length < CLAIM_AT_ONCE) return;
    }
  }

  /** Resolves when all that is on its way now has had its attempt. What waits for an answer to leave does not count. */
  async drain(): Promise<void> {
    await this.#drainOwn();
    while (!this.#closed && (await this.#lane.store.elsewhere()) > 0) {
      await pause(ELSEWHERE_MS);
      // A process that is gone delivers nothing more: what it had is due again.
      await this.dispatch();
      await this.#drainOwn();
    }
  }

  async #drainOwn(): Promise<void> {
    await this.#drainOnTheWay();
    while (this.#following.size > 0) {
      await Promise.all(this.#following);
      await this.#drainOnTheWay();
    }
  }

  async #drainOnTheWay(): Promise<void> {
    // What is being claimed now is no longer due, and not yet on its way.
    await Promise.allSettled(this.#claiming);
    const onTheWay = [...this.#active].filter(([id]) => !this.#parkedIds.has(id));
    await Promise.all(onTheWay.map(([, done]) => done));
  }

  /** Sends these at once and waits for their attempts: `notify: { before: answer }`, resend, release. */
  async deliverNow(ids: readonly number[]): Promise<void> {
    await this.dispatch();
    // What another claim has is no longer due, and not yet on its way.
    await Promise.allSettled(this.#claiming);
    await Promise.all(ids.map((id) => this.#active.get(id)));
  }

  /** Sends one again by hand, whatever its state and the clock; false where there is no way to send it. A hold is over then. */
  async resend({ id, url, state, effects }: OutboxEntry): Promise<boolean> {
    if (!isHttp(url)) return false;
    const { hold: _, drop: __, ...rest } = effects;
    if (state !== "in-flight")
      await this.#lane.store.requeue(id, { state: "due", dueAt: await this.#lane.clock.now(), effects: rest });
    await this.deliverNow([id]);
    return true;
  }

  /**
   * Keeps back the notifications of an exchange until its answer has left or was cut; call before their commit.
   * The returned function lets them go.
   */
  answering(exchangeId: number): () => void {
    const waiting: (() => void)[] = [];
    this.#afterAnswer.set(exchangeId, waiting);
    return () => {
      // Where a commit failed, another exchange may have this id.
      if (this.#afterAnswer.get(exchangeId) === waiting) this.#afterAnswer.delete(exchangeId);
      for (const go of waiting.splice(0)) go();
      this.onChange?.();
    };
  }

  /** To be called with what a commit froze: some wait for the notice of another order. */
  frozen(entries: readonly OutboxEntry[]): void {
    this.#companions.frozen(entries);
  }

  /** Tells of each attempt made from now on; the returned function ends it. */
  watch(watcher: (attempted: Attempted) => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** How many are claimed and not yet through their attempt. */
  get inFlight(): number {
    return this.#active.size;
  }

  /** The lane is going: what is on its way is not recorded any more. */
  close(): void {
    this.#closed = true;
    this.#records.close();
    this.#watchers.clear();
  }

  /** What waits keeps ids only: the row is read again when it is sent. */
  #accept(due: Due): void {
    const { id, url, orderId, causedBy, attemptCount, effects } = due;
    // Its claim ended while it waited or was sent. The one that is under way may have found that out just before.
    if (this.#active.has(id)) return void this.#claimedAgain.set(id, due);
    const parked = effects.before === "answer" || attemptCount > 0 ? undefined : this.#afterAnswer.get(causedBy);
    const queue = this.#queueOf(new URL(url).host);
    const stream = orderId ?? `notification ${id}`;
    const isPlain = Object.keys(effects).length === 0;
    const sent = new Promise<void>((done) => {
      const go = (): void => {
        this.#parkedIds.delete(id);
        queue.add({ id, orderId, stream, done, attempts: attemptCount, isPlain });
      };
      if (!parked) return go();
      this.#parkedIds.add(id);
      parked.push(go);
    });
    this.#active.set(id, sent);
    void sent.then(() => {
      this.#active.delete(id);
      const again = this.#claimedAgain.get(id);
      this.#claimedAgain.delete(id);
      if (again) this.#accept(again);
    });
  }

  #queueOf(host: string): HostQueue {
    let queue = this.#hosts.get(host);
    if (!queue) {
      queue = new HostQueue((ticket) => this.#send(ticket));
      this.#hosts.set(host, queue);
    }
    return queue;
  }

  async #send({ id }: Ticket): Promise<void> {
    if (this.#closed) return;
    try {
      await this.#attempt(id);
    } catch (error) {
      // Nothing was sent: what stays in flight is due again when the store is opened the next time.
      if (!this.#closed) this.#lane.log.warn(`notification ${id} could not be read: ${messageOf(error)}`);
    }
  }

  async #attempt(id: number): Promise<void> {
    const entry = await this.#lane.store.sending(id);
    if (!entry) return;
    const at = await this.#lane.clock.now();
    const { policy } = await inForce(this.#lane);
    const delivery = await this.#notifier.deliver(entry, policy).catch(failedOf);
    await this.#records.keep({ entry, at, delivery });
    if (delivery.isNobodyThere) await this.#failWaiting(new URL(entry.url).host, at, delivery);
  }

  /** Those that wait for a host where nothing listens fail with the one that found that out. */
  async #failWaiting(host: string, at: Instant, delivery: Delivery): Promise<void> {
    if (this.#closed) return;
    const nextAfter = (attemptCount: number) =>
      this.#records.nextOf({ entry: { attemptCount, effects: {} }, delivery });
    const some = await failTogether(this.#lane, { host, queue: this.#queueOf(host), at, delivery, nextAfter });
    for (const attempted of some) this.#tellWatchers(attempted);
    if (some.some(({ state }) => state === "due")) this.onChange?.();
    for (const { id, orderId, attempt } of some)
      await this.#sendBehind({ id, orderId, attemptCount: attempt - 1, effects: {} });
  }

  /** What comes of an attempt that is recorded: it is told of, and others may leave behind it. Never rejects. */
  async #follow(made: Made, next: NextAttempt): Promise<void> {
    const { entry } = made;
    try {
      await this.#tell(made, next);
      if (replays(entry)) this.#sendBehindWhenKnown(entry);
      else await this.#sendBehind(entry);
    } catch (error) {
      this.#notFollowed(entry.id, error);
    }
  }

  async #tell({ entry, at, delivery }: Made, next: NextAttempt): Promise<void> {
    const n = entry.attemptCount + 1;
    describeDelivery(this.#lane.log, { entry, delivery, n, next, now: await this.#lane.clock.now() });
    const { id, orderId } = entry;
    const { status, why } = delivery;
    const attempted: Attempted = { kind: "notification", at, id, orderId, attempt: n, status, why, state: next.state };
    this.#tellWatchers(attempted);
    if (next.dueAt !== null) this.onChange?.();
  }

  #tellWatchers(attempted: Attempted): void {
    for (const watcher of this.#watchers) watcher(attempted);
  }

  async #sendBehind(entry: Tried): Promise<void> {
    const behind = await this.#companions.behind(entry, await this.#lane.clock.now());
    if (behind.length > 0) await this.dispatch();
  }

  /** Which earlier notice the shop has acknowledged is known when those that are on their way had their attempt; nobody's place is taken meanwhile. */
  #sendBehindWhenKnown(entry: Tried): void {
    const earlier = [...this.#active].filter(([id]) => id < entry.id && !this.#parkedIds.has(id));
    const sent = Promise.all(earlier.map(([, done]) => done))
      .then(() => this.#sendBehind(entry))
      .catch((error) => this.#notFollowed(entry.id, error))
      .finally(() => this.#following.delete(sent));
    this.#following.add(sent);
  }

  #notFollowed(id: number, error: unknown): void {
    if (!this.#closed) this.#lane.log.warn(`what follows notification ${id} could not be sent: ${messageOf(error)}`);
  }
}
