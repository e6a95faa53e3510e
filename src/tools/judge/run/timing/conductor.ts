import { setTimeout as pause } from "node:timers/promises";
import type { Subject } from "../../../../core/scenario/values/subject.js";
import type { Lane } from "../../../../lane/lane.js";
import { visit } from "../../../../lane/meanwhile/visit.js";
import { type Exchange, requestId } from "../../../../lane/ports/exchange.js";
import type { OutboxEntry } from "../../../../lane/ports/outbox.js";
import type { Changes } from "../../../../lane/ports/store.js";
import type { Recorder } from "../../observe/recorder.js";
import type { PlannedMutant } from "../../plan/mutant.js";
import type { Step, Variant } from "../../plan/variant.js";
import { HeldQueries, PATIENCE_MAX_MS, PATIENCE_MIN_MS } from "./held-queries.js";
import { isMeantBy } from "./is-meant-by.js";
import { watchWire } from "./on-the-wire.js";
import { begun, nobody, type Party } from "./party.js";
import { QUIET_TICKS, tick } from "./turn-taking.js";
import { Turns } from "./turns.js";

/** The time limit for the first handler to send a query or end. */
const FIRST_MS = 5_000;
/**
 * The second handler may take this many times as long as the first, within these bounds. If it takes longer, the shop
 * is assumed to handle one request at a time.
 */
export const PATIENCE = 30;
/** Used instead if the shop's own query waits first, so that no handler was timed. */
const UNMEASURED_MS = 2_000;
/** How long to wait for a query that the shop makes before it is notified. */
const OWN_QUERY_MS = 2_000;
/** How long to wait for the shop's next call after an answer. */
const SETTLE_MS = 25;
/** For two attempts that overlap: how long after the first attempt the retry is sent. */
const RETRY_MS = 5;

/** The result. */
export interface Conducted {
  /** The events in order, a line each. */
  readonly schedule: readonly string[];
  /** The first handler made no query, so there was nothing to hold. */
  readonly asksNothing: boolean;
  /** The second handler hadn't reached its call while the first one waited. */
  readonly hasOpened: boolean;
  /** The intended moment did not occur, so the run shows nothing. */
  readonly hasMissed: boolean;
  /** How long each event's handling took, for a run in which nothing was held. */
  readonly tookMs?: { readonly [step in Step]?: number | undefined };
}

/** Makes the events of one order happen in the sequence of a variant. */
export class Conductor {
  readonly #mutant: PlannedMutant;
  readonly #variant: Variant;
  readonly #turns = new Turns();
  readonly #schedule: string[] = [];
  readonly #parties: Party[] = [];
  readonly #begun = new Set<Step>();
  readonly #held = new HeldQueries({
    turns: this.#turns,
    parties: this.#parties,
    say: (what) => this.#say(what),
  });
  /** The exchanges of the lane, by the names of their calls. */
  readonly #exchanges = new Map<string, Exchange>();
  #lane: Lane | undefined;
  /** The payment that the mutant is about, once it is committed. */
  #payment: { readonly exchange: Exchange; readonly outbox: readonly OutboxEntry[] } | undefined;
  #letAnswerGo: (() => void) | undefined;
  #isOver = false;
  #hasPlayed = false;
  /** The answer to the payment is ready to be sent. */
  #isAnswered = false;
  /** A call of the shop waits until all events have happened. */
  #isAwaited = false;
  #asksNothing = false;
  #hasOpened = false;
  #hasMissed = false;
  #calls = 0;
  #firstTookMs: number | undefined;

  constructor(mutant: PlannedMutant, variant: Variant) {
    this.#mutant = mutant;
    this.#variant = variant;
  }

  get conducted(): Conducted {
    const tookMs = Object.fromEntries(this.#parties.map(({ step, tookMs: took }) => [step, took]));
    return {
      schedule: this.#schedule,
      asksNothing: this.#asksNothing,
      hasOpened: this.#hasOpened,
      hasMissed: this.#hasMissed,
      tookMs,
    };
  }

  /** Watches the lanes that the mutant changes. */
  attach(recorder: Recorder): void {
    recorder.watchSlot(this.#mutant.slot, {
      opened: (lane) => {
        this.#lane = lane;
      },
      committed: (changes) => this.#committed(changes),
      hold: (id) => this.#hold(id),
    });
  }

  /** Resolves when the events of the payment have happened. Undefined if they have, or the call may belong to them. */
  playsApart(lane: Lane, { operation, orderId, merchantReference }: Subject): Promise<unknown> | undefined {
    const paid = this.#payment?.exchange;
    if (!paid || this.#hasPlayed || lane !== this.#lane) return undefined;
    const isAboutIt = orderId === paid.orderId || merchantReference === paid.reference;
    if (isAboutIt && this.#mayComeFromHandler(operation)) return undefined;
    this.#isAwaited = true;
    return this.#turns.until(() => this.#hasPlayed, FIRST_MS);
  }

  /**
   * False before the race begins. If the first handler of a notification makes no call, a second one makes at most a
   * query.
   */
  #mayComeFromHandler(operation: string): boolean {
    if (!this.#startsAfterAnswer) return true;
    if (this.#parties.length === 0) return false;
    const { steps, isAtOnce } = this.#variant;
    const asksNothing = isAtOnce ? steps.every(isNotification) : this.#asksNothing && isNotification(steps[0]!);
    return !asksNothing || operation.endsWith("/query");
  }

  /** True for a race between handlers: it begins once the shop has read the answer, so that each run is the same. */
  get #startsAfterAnswer(): boolean {
    return this.#mutant.family === "race" && !this.#variant.steps.includes("own-query");
  }

  #committed(changes: Changes | undefined): void {
    const { exchange, outbox = [] } = changes ?? {};
    if (!exchange || !this.#lane) return;
    this.#exchanges.set(requestId(exchange.id), exchange);
    if (this.#payment || outbox.length === 0 || !isMeantBy(this.#mutant, exchange)) return;
    this.#payment = { exchange, outbox };
    this.#say(`${exchange.operation} is committed, and the shop is not told yet`);
    this.#lane.deliveries.accompany(this.#play());
  }

  /** Called with each answer that is ready to be sent. */
  #hold(id: string): Promise<void> | undefined {
    const exchange = this.#exchanges.get(id);
    this.#calls++;
    if (exchange && exchange.id === this.#payment?.exchange.id) this.#isAnswered = true;
    this.#turns.changed();
    if (!exchange || !this.#payment || this.#isOver) return undefined;
    if (exchange.id === this.#payment.exchange.id)
      return this.#variant.steps.includes("answer")
        ? new Promise((resolve) => {
            this.#letAnswerGo = resolve;
            this.#turns.changed();
          })
        : undefined;
    return this.#isToBeHeld(exchange) ? this.#held.hold(exchange) : undefined;
  }

  #isToBeHeld({ operation, orderId }: Exchange): boolean {
    const { holds } = this.#variant;
    if (!operation.endsWith("/query") || orderId !== this.#payment?.exchange.orderId) return false;
    return holds === "all" || (holds === "first" && this.#held.count === 0);
  }

  async #play(): Promise<void> {
    try {
      if (this.#startsAfterAnswer) await this.#answerRead();
      if (this.#variant.isAtOnce) await this.#playAtOnce();
      else for (const step of this.#variant.steps) if (!(await this.#take(step))) break;
    } finally {
      this.#isOver = true;
      this.#letAnswerGo?.();
      this.#held.releaseAll();
    }
    // The shop gets its notifications in any case.
    for (const step of ["notice", "copy"] as const) if (!this.#begun.has(step)) this.#begin(step);
    await this.#turns.until(() => this.#parties.every(({ isDone }) => isDone), FIRST_MS);
    this.#hasPlayed = true;
    this.#turns.changed();
  }

  async #playAtOnce(): Promise<void> {
    const { steps, lateMs = 0 } = this.#variant;
    for (const [i, step] of steps.entries()) {
      if (i > 0 && lateMs > 0) await pause(lateMs);
      if (step === "retry") await this.#giveUpSoon();
      else this.#begin(step);
    }
    await this.#turns.until(() => this.#parties.every(({ isDone }) => isDone), FIRST_MS);
  }

  /** Gives up the first attempt shortly after it was sent, for a handler that makes no query. */
  async #giveUpSoon(): Promise<void> {
    const [notice] = this.#payment!.outbox;
    const { promise: isSent, resolve } = Promise.withResolvers<void>();
    const unwatch = notice && watchWire(notice, () => resolve());
    await Promise.race([isSent, ...this.#parties.map(({ done }) => done), pause(FIRST_MS)]);
    unwatch?.();
    await pause(RETRY_MS);
    this.#watchRetry();
  }

  /** Plays one step. False if the steps after it can't happen. */
  async #take(step: Step): Promise<boolean> {
    switch (step) {
      case "answer":
        return this.#answer();
      case "own-query":
        this.#hasMissed = !(await this.#turns.until(() => this.#held.count > 0, OWN_QUERY_MS));
        return !this.#hasMissed;
      case "query":
        return this.#answerQuery(0);
      case "second-query":
        return this.#answerQuery(1);
      case "both-queries":
        await Promise.all([this.#answerQuery(0), this.#answerQuery(1)]);
        return true;
      case "retry":
        return this.#second(this.#watchRetry());
      default:
        return this.#parties.length === 0 && this.#held.count === 0
          ? this.#first(this.#begin(step))
          : this.#second(this.#begin(step));
    }
  }

  async #answer(): Promise<boolean> {
    // The answer to a payment on a page goes to the shopper: nobody holds it.
    if (this.#payment!.exchange.operation === "checkout/pay") return true;
    await this.#turns.until(() => this.#letAnswerGo !== undefined, FIRST_MS);
    this.#say(`${this.#payment!.exchange.operation} is answered`);
    this.#letAnswerGo?.();
    await this.#settled();
    return true;
  }

  /** Waits until the shop has its answer and makes its next call, but not for long: there may be none. */
  async #answerRead(): Promise<void> {
    if (this.#payment!.exchange.operation !== "checkout/pay") await this.#turns.until(() => this.#isAnswered, FIRST_MS);
    for (let left = QUIET_TICKS; left > 0 && !this.#isAwaited; left--) await tick();
  }

  #begin(step: Step): Party {
    this.#begun.add(step);
    const [notice, copy] = this.#payment!.outbox;
    const { orderId } = this.#payment!.exchange;
    const lane = this.#lane!;
    if (step === "redirect") return this.#party("the redirect", step, () => visitSuccess(lane, orderId!));
    const entry = step === "copy" ? copy : notice;
    if (!entry) return nobody(step);
    return this.#party(step === "copy" ? "the copy" : "the notification", step, async () => {
      await lane.deliveries.resend(entry);
    });
  }

  #party(name: string, step: Step, act: () => Promise<void>): Party {
    this.#say(`${name} arrives`);
    const party = begun(name, step, act, () => this.#turns.changed());
    this.#parties.push(party);
    return party;
  }

  async #first(party: Party): Promise<boolean> {
    const began = performance.now();
    await this.#turns.until(() => party.isDone || party.hasAsked, FIRST_MS);
    this.#firstTookMs = performance.now() - began;
    if (this.#variant.holds !== "all" || party.hasAsked) return true;
    this.#asksNothing = true;
    return false;
  }

  async #second(party: Party): Promise<boolean> {
    const patienceMs = !this.#held.hasWaiting
      ? FIRST_MS
      : this.#firstTookMs === undefined
        ? UNMEASURED_MS
        : Math.min(Math.max(PATIENCE * this.#firstTookMs, PATIENCE_MIN_MS), PATIENCE_MAX_MS);
    if (await this.#turns.until(() => party.isDone || party.hasAsked, patienceMs)) return true;
    this.#hasOpened = true;
    this.#say(`${party.name} is not handled before the first is: the shop does one thing at a time, and all go on`);
    return false;
  }

  /** Makes the notification's first attempt time out. Its retry is then sent automatically. */
  #watchRetry(): Party {
    const [notice] = this.#payment!.outbox;
    if (!notice) return nobody("retry");
    const { deliveries } = this.#lane!;
    if (deliveries.giveUp(notice.id)) {
      this.#say("the notification counts as timed out while its handler runs");
      return this.#party("the retry", "retry", () => this.#retried());
    }
    this.#say("the notification's handler has already ended, but its acknowledgement is lost");
    return this.#party("the retry", "retry", async () => {
      await deliveries.attempted(notice.id);
      await deliveries.resend(notice);
    });
  }

  #retried(): Promise<void> {
    const [notice] = this.#payment!.outbox;
    return new Promise((resolve) => {
      const unwatch = this.#lane!.deliveries.watch(({ id, attempt, state }) => {
        // The first attempt has timed out, and its retry is due. If it was answered in time, there is no retry.
        if (id !== notice?.id || (attempt < 2 && state === "due")) return;
        unwatch();
        resolve();
      });
    });
  }

  async #answerQuery(index: number): Promise<boolean> {
    if (await this.#held.answer(index)) await this.#settled();
    return true;
  }

  /** Waits for the shop's next call, but not for long: there may be none. */
  async #settled(): Promise<void> {
    const before = this.#calls;
    await this.#turns.until(() => this.#calls > before, SETTLE_MS);
  }

  #say(what: string): void {
    this.#schedule.push(what);
  }
}

/** Creates the mutant's conductor and attaches it to the recorder. Undefined if the mutant has no steps to play. */
export function conductorOf(mutant: PlannedMutant | undefined, recorder: Recorder): Conductor | undefined {
  if (!mutant?.variant || mutant.variant.steps.length === 0) return undefined;
  const conductor = new Conductor(mutant, mutant.variant);
  conductor.attach(recorder);
  return conductor;
}

/** True if the handler of notifications takes this step. */
const isNotification = (step: Step): boolean => step === "notice" || step === "copy" || step === "retry";

async function visitSuccess(lane: Lane, orderId: number): Promise<void> {
  const order = await lane.store.views.order(orderId);
  if (order) await visit(lane, order, "success");
}
