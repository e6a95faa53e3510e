import type { Subject } from "../../../../core/scenario/values/subject.js";
import type { Lane } from "../../../../lane/lane.js";
import { type Exchange, requestId } from "../../../../lane/ports/exchange.js";
import { readExplanation } from "../../../../lane/ports/explanation.js";
import type { OutboxEntry } from "../../../../lane/ports/outbox.js";
import type { Changes } from "../../../../lane/ports/store.js";
import type { PlannedMutant } from "../../mutants/mutant.js";
import type { Step, Variant } from "../../mutants/variant.js";
import type { Recorder } from "../../observe/recorder.js";
import type { HostedShop } from "../shop/shop-host.js";
import { Turns } from "./turns.js";

/** How the judge controlled the events of one order. */
export interface Conducted {
  /** The events in order, a line each. */
  readonly schedule: readonly string[];
  /** The first handler made no query, so there was nothing to hold. */
  readonly asksNothing: boolean;
  /** The second handler hadn't reached its call while the first one waited. */
  readonly hasOpened: boolean;
  /** The second handler reached its call, or ended, while the first one was not done. */
  readonly hasOverlapped: boolean;
  /** The intended moment did not occur, so the run shows nothing. */
  readonly hasMissed: boolean;
  /** How long each event's handling took, for a run in which nothing was held. */
  readonly tookMs?: { readonly [step in Step]?: number | undefined };
}

/** A notification or a visit that the judge has started. */
export interface Party {
  readonly name: string;
  readonly step: Step;
  readonly done: Promise<void>;
  isDone: boolean;
  hasAsked: boolean;
  /** The time until it was done, in milliseconds. */
  tookMs: number | undefined;
}

/** A query about the order, whose answer waits until its turn comes. */
export interface HeldQuery {
  readonly name: string;
  /**
   * The notification or visit whose handler made the query. Undefined if the shop made it by itself, or in a handler
   * that the judge no longer observes.
   */
  readonly asker: Party | undefined;
  readonly release: () => void;
  isReleased: boolean;
}

/** The payment that a mutant is about. */
interface Payment {
  readonly lane: Lane;
  readonly exchange: Exchange;
  readonly outbox: readonly OutboxEntry[];
}

/** What happens in a scene. */
export interface Script {
  /** True if there is nothing to play without a notification of the payment. */
  readonly needsNotification: boolean;
  /** Plays once the payment is committed. */
  play(): Promise<void>;
  /** Called with each answer that is ready to be sent. The answer waits for the promise, if there is one. */
  hold(exchange: Exchange): Promise<void> | undefined;
  /** A promise if a call of the shop has to wait for the scene, and is no part of it. */
  playsApart(subject: Subject): Promise<unknown> | undefined;
}

/** The events of one order, in the sequence of a variant. Its script says what happens, and its steps act on it. */
export class Scene {
  readonly mutant: PlannedMutant;
  readonly variant: Variant;
  readonly turns = new Turns();
  readonly schedule: string[] = [];
  readonly parties: Party[] = [];
  /** The shop's queries that were held, released ones included. */
  readonly queries: HeldQuery[] = [];
  /** The shop to kill. */
  shop: HostedShop | undefined;
  /** The file that tells the driver to run the shop's jobs. */
  jobsFile: string | undefined;
  /** Resolves when the killed shop is ready again, or failed to start. */
  crash: Promise<void> | undefined;
  /** The killed shop is ready again. */
  isBack = false;
  /** Why the shop did not come back. */
  failed: string | undefined;
  /** How many answers were ready to be sent so far. */
  calls = 0;
  readonly begun = new Set<Step>();
  /** The answer to the payment is ready to be sent. */
  isAnswered = false;
  /** Lets the answer to the payment go, once it waits. */
  letAnswerGo: (() => void) | undefined;
  firstTookMs: number | undefined;
  asksNothing = false;
  hasOpened = false;
  hasOverlapped = false;
  hasMissed = false;
  readonly #script: Script;
  /** The exchanges of the lane, by the names of their calls. */
  readonly #exchanges = new Map<string, Exchange>();
  #lane: Lane | undefined;
  #payment: Payment | undefined;

  constructor(mutant: PlannedMutant, variant: Variant, script: (scene: Scene) => Script) {
    this.mutant = mutant;
    this.variant = variant;
    this.#script = script(this);
  }

  get conducted(): Conducted {
    const { schedule, asksNothing, hasOpened, hasOverlapped, hasMissed } = this;
    const tookMs = Object.fromEntries(this.parties.map(({ step, tookMs: took }) => [step, took]));
    return { schedule, asksNothing, hasOpened, hasOverlapped, hasMissed, tookMs };
  }

  /** Only for what happens after the payment. */
  get paid(): Payment {
    if (!this.#payment) throw new Error(`${this.mutant.id}: the payment is not committed yet`);
    return this.#payment;
  }

  /** Watches the lanes that the mutant changes. */
  attach(recorder: Recorder): void {
    recorder.watchSlot(this.mutant.slot, {
      opened: (lane) => {
        this.#lane = lane;
      },
      committed: (changes) => this.#committed(changes),
      hold: (id) => this.#hold(id),
    });
  }

  playsApart(lane: Lane, subject: Subject): Promise<unknown> | undefined {
    return this.#payment && lane === this.#lane ? this.#script.playsApart(subject) : undefined;
  }

  say(what: string): void {
    this.schedule.push(what);
  }

  /** Starts what the shop has to handle. */
  begin(name: string, step: Step, act: () => Promise<void>): Party {
    this.say(`${name} arrives`);
    const began = performance.now();
    const done = act()
      .catch(() => {})
      .then(() => {
        party.isDone = true;
        party.tookMs = performance.now() - began;
        this.turns.changed();
      });
    const party: Party = { name, step, isDone: false, hasAsked: false, tookMs: undefined, done };
    this.parties.push(party);
    return party;
  }

  #committed(changes: Changes | undefined): void {
    const { exchange, outbox = [] } = changes ?? {};
    const lane = this.#lane;
    if (!exchange || !lane) return;
    this.#exchanges.set(requestId(exchange.id), exchange);
    if (this.#payment || !this.#isMeant(exchange) || (this.#script.needsNotification && outbox.length === 0)) return;
    this.#payment = { lane, exchange, outbox };
    lane.deliveries.accompany(this.#script.play());
  }

  /** True if this is the call that the mutant changes. */
  #isMeant(exchange: Exchange): boolean {
    if (exchange.operation !== this.mutant.operation) return false;
    return readExplanation(exchange).matched.some(
      ({ outcome, scenario }) => outcome === "fired" && scenario === this.mutant.id,
    );
  }

  #hold(id: string): Promise<void> | undefined {
    const exchange = this.#exchanges.get(id);
    this.calls++;
    const held = exchange && this.#payment && this.#script.hold(exchange);
    this.turns.changed();
    return held;
  }
}
