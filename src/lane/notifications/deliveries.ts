import { setTimeout as pause } from "node:timers/promises";
import { earliest, type Instant } from "../../core/domain/money.js";
import { inForce } from "../choices.js";
import { acceptedForgery } from "../ports/attempt-failures.js";
import { messageOf } from "../ports/log.js";
import type { Delivery, Notifier } from "../ports/notifier.js";
import type { OutboxEntry } from "../ports/outbox.js";
import type { NextAttempt } from "../ports/store.js";
import { AttemptRecords, type Made } from "./attempt-records.js";
import { AttemptSender } from "./attempt-sender.js";
import type { Attempted, DeliveryLane } from "./delivery-lane.js";
import { failTogether } from "./failing-together.js";
import { type AttemptedNotification, FollowUps, replays } from "./follow-ups.js";
import { GivenAddresses } from "./given-addresses.js";
import { HostQueue, type Ticket } from "./host-queue.js";
import { describeDelivery } from "./non-delivery.js";
import { isHttp } from "./notification.js";
import type { Pace, PaceOptions } from "./pace.js";
import { Underway } from "./underway.js";
import { UntilAnswered } from "./until-answered.js";

const CLAIM_AT_ONCE = 500;
/** How often to check whether deliveries that this process doesn't know are finished, in milliseconds. */
const OTHER_NODES_MS = 50;

/** Sends a lane's due notifications: up to eight at a time per host, and one after another per order. */
export class Deliveries {
  /** Called if something may become due later, so that the timer can be set again. */
  onChange: (() => void) | undefined;
  /** Set if somebody else decides when the notifications of an answered call are sent, such as the judge. */
  pace: Pace | undefined;
  /** The notification addresses that shops have given. */
  readonly addresses: GivenAddresses;
  readonly #lane: DeliveryLane;
  readonly #sender: AttemptSender;
  readonly #hosts = new Map<string, HostQueue>();
  readonly #underway = new Underway();
  /** Notifications that were claimed again during their attempt. */
  readonly #claimedAgain = new Map<number, OutboxEntry>();
  readonly #untilAnswered = new UntilAnswered();
  /** Notifications that are being sent manually. */
  readonly #resent = new Set<number>();
  readonly #watchers = new Set<(attempted: Attempted) => void>();
  readonly #followUps: FollowUps;
  readonly #records: AttemptRecords;
  #closed = false;

  constructor(lane: DeliveryLane, notifier: Notifier) {
    this.addresses = new GivenAddresses(lane.log, notifier);
    this.#lane = lane;
    this.#sender = new AttemptSender(lane, notifier);
    this.#followUps = new FollowUps(lane);
    this.#records = new AttemptRecords(lane, (made, next) => this.#follow(made, next));
  }

  /** Starts everything that is due on the lane's clock, up to `until`. Doesn't wait for it. */
  async dispatch(until?: Instant): Promise<void> {
    await this.#underway.claims(this.#claimAll(until));
  }

  async #claimAll(until: Instant | undefined): Promise<void> {
    for (;;) {
      // The clock may have been moved back since `until` was read.
      const now = await this.#lane.clock.now();
      if (this.#closed) return;
      const due = await this.#lane.store.claim(earliest(now, until ?? now), CLAIM_AT_ONCE);
      for (const entry of due) this.#accept(entry);
      if (due.length < CLAIM_AT_ONCE) return;
    }
  }

  /**
   * Resolves once every notification that is being sent has been attempted. Ignores those that wait for an answer to
   * be sent.
   */
  async drain(): Promise<void> {
    await this.pace?.hurry();
    await this.#underway.over(this.#isOnTheWay);
    while (!this.#closed && (await this.#lane.store.inFlightBesides([...this.#underway.attempts.keys()])) > 0) {
      await pause(OTHER_NODES_MS);
      // If a process has died, or the answer to a claim was lost, the notifications are due again later.
      await this.dispatch();
      await this.#underway.over(this.#isOnTheWay);
    }
  }

  /** False if it waits for an answer to be sent. */
  readonly #isOnTheWay = (id: number): boolean => !this.#untilAnswered.holds(id);

  /** Sends these at once and waits for their attempts: for `notify: { before: answer }`, resend and release. */
  async deliverNow(ids: readonly number[]): Promise<void> {
    await this.dispatch();
    await this.#underway.claimed();
    await this.#underway.attempted(ids);
  }

  /** Waits for this notification's current attempt in this process, if there is one: until it is over, or for so long. */
  async attempted(id: number, forMs?: number): Promise<void> {
    await this.#underway.claimed();
    const over = this.#underway.attempted([id]);
    await (forMs === undefined ? over : Promise.race([over, pause(forMs, undefined, { ref: false })]));
  }

  /**
   * Sends a notification again manually, in any state and regardless of the clock. Ends a hold. One that was acknowledged
   * stays so. False if its address cannot be called.
   */
  async resend({ id, url, state, effects, attemptCount }: OutboxEntry): Promise<boolean> {
    if (!isHttp(url)) return false;
    const { hold: _, drop: __, manual = [], ...rest } = effects;
    const wasAcknowledged = state === "acknowledged" && { wasAcknowledged: true };
    const again = { ...rest, ...wasAcknowledged, manual: [...manual, attemptCount + 1] };
    if (state !== "in-flight")
      await this.#lane.store.requeue(id, { state: "due", dueAt: await this.#lane.clock.now(), effects: again });
    this.#resent.add(id);
    await this.deliverNow([id]).finally(() => this.#resent.delete(id));
    return true;
  }

  /**
   * Holds back the notifications of an exchange until its answer was sent or cut. Call this before their commit. The
   * returned function releases them.
   */
  answering(exchangeId: number): () => void {
    const release = this.#untilAnswered.hold(exchangeId);
    return () => {
      release();
      this.onChange?.();
    };
  }

  /** The same release, at the time that the pace decides. Its notifications are then handled before the next ones. */
  paced(release: () => void | Promise<void>, options: PaceOptions): () => void {
    const { pace } = this;
    if (!pace) return release;
    return () =>
      pace.due(async () => {
        await release();
        await this.dispatch();
        await this.#underway.claimed();
        const own = this.#underway.idsOf((id) => this.#isOnTheWay(id) && !this.#resent.has(id));
        await this.#underway.attempted(own);
      }, options);
  }

  /** Call with the notifications that a commit created. Some of them wait for another order's notification. */
  frozen(entries: readonly OutboxEntry[]): void {
    this.#followUps.frozen(entries);
  }

  /** Calls `watcher` just before each attempt is sent. The returned function stops it. */
  watchSends(watcher: (entry: OutboxEntry) => void): () => void {
    return this.#sender.watch(watcher);
  }

  /** Calls `watcher` for each attempt from now on. The returned function stops it. */
  watch(watcher: (attempted: Attempted) => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** Treats the current attempt as timed out if its rule has `giveUp`, and sends the retry at once. False if no attempt is under way. */
  giveUp(id: number): boolean {
    return this.#sender.giveUp(id);
  }

  /** Makes everybody who waits for deliveries wait for this work too. */
  accompany(work: Promise<void>, id = 0): void {
    this.#underway.follows(work.catch((error) => this.#notFollowed(id, error)));
  }

  /** How many notifications are claimed and still being attempted. */
  get inFlight(): number {
    return this.#underway.attempts.size;
  }

  /** The lane is closing: attempts under way are no longer recorded. */
  close(): void {
    this.#closed = true;
    this.#records.close();
    this.#watchers.clear();
  }

  /** Waiting entries hold only ids. The row is read again before it is sent. */
  #accept(due: OutboxEntry): void {
    const { id, url, orderId, reference, attemptCount, effects } = due;
    // Its earlier claim timed out while it waited or was being sent. It is accepted again after the current attempt.
    if (this.#underway.attempts.has(id)) return void this.#claimedAgain.set(id, due);
    const queue = this.#queueOf(new URL(url).host);
    const stream = effects.overlap || orderId === undefined ? `notification ${id}` : orderId;
    const isPlain = Object.keys(effects).every((name) => name === "traceparent");
    const sent = new Promise<void>((done) =>
      this.#untilAnswered.pass(due, () =>
        queue.add({ id, orderId, reference, stream, done, attempts: attemptCount, isPlain }),
      ),
    );
    this.#underway.attempts.set(id, sent);
    void sent.then(() => {
      this.#underway.attempts.delete(id);
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
      // Nothing was sent. Entries that stay in flight are due again when the store is next opened.
      if (!this.#closed) this.#lane.log.warn(`notification ${id} could not be read: ${messageOf(error)}`);
    }
  }

  async #attempt(id: number): Promise<void> {
    const claimed = await this.#lane.store.sending(id);
    if (!claimed) return;
    const entry = await this.#followUps.withText(claimed);
    const at = await this.#lane.clock.now();
    const { policy } = await inForce(this.#lane);
    const delivery = await this.#sender.send(entry, policy);
    await this.#records.keep({ entry, at, delivery });
    if (delivery.isNobodyThere) await this.#failWaiting(new URL(entry.url).host, at, delivery);
  }

  /** If nothing listens on a host, all notifications that wait for it fail with the one that found out. */
  async #failWaiting(host: string, at: Instant, delivery: Delivery): Promise<void> {
    if (this.#closed) return;
    const nextAfter = (attemptCount: number) =>
      this.#records.nextOf({ entry: { attemptCount, effects: {} }, delivery });
    const some = await failTogether(this.#lane, { host, queue: this.#queueOf(host), at, delivery, nextAfter });
    for (const attempted of some) this.#tellWatchers(attempted);
    if (some.some(({ state }) => state === "due")) this.onChange?.();
    for (const { id, orderId, attempt } of some)
      await this.#sendFollowUps({ id, orderId, attemptCount: attempt - 1, effects: {} });
  }

  /** After an attempt was recorded: reports it, and releases the notifications that follow it. Never rejects. */
  async #follow(made: Made, next: NextAttempt): Promise<void> {
    const { entry } = made;
    try {
      await this.#tell(made, next);
      if (replays(entry)) this.#sendFollowUpsWhenKnown(entry);
      else await this.#sendFollowUps(entry);
    } catch (error) {
      this.#notFollowed(entry.id, error);
    }
  }

  async #tell({ entry, at, delivery }: Made, next: NextAttempt): Promise<void> {
    const n = entry.attemptCount + 1;
    describeDelivery(this.#lane.log, { entry, delivery, n, next, now: await this.#lane.clock.now() });
    const { id, orderId, reference: merchantReference } = entry;
    const { status, why } = delivery;
    const warning = acceptedForgery(entry.effects, delivery);
    const about = { id, orderId, merchantReference, warning, traceparent: entry.effects.traceparent };
    const attempted: Attempted = { kind: "notification", at, ...about, attempt: n, status, why, state: next.state };
    this.#tellWatchers(attempted);
    if (next.dueAt !== null) this.onChange?.();
  }

  #tellWatchers(attempted: Attempted): void {
    for (const watcher of this.#watchers) watcher(attempted);
  }

  async #sendFollowUps(entry: AttemptedNotification): Promise<void> {
    const followUps = await this.#followUps.after(entry, await this.#lane.clock.now());
    if (followUps.length > 0) await this.dispatch();
  }

  /**
   * Waits for earlier notifications in flight, because only then it is known which one the shop acknowledged. Doesn't
   * take up a place in the queue.
   */
  #sendFollowUpsWhenKnown(entry: AttemptedNotification): void {
    const earlier = this.#underway.idsOf((id) => id < entry.id && this.#isOnTheWay(id));
    const sent = this.#underway.attempted(earlier).then(() => this.#sendFollowUps(entry));
    this.accompany(sent, entry.id);
  }

  #notFollowed(id: number, error: unknown): void {
    if (!this.#closed) this.#lane.log.warn(`the notification after ${id} could not be sent: ${messageOf(error)}`);
  }
}
