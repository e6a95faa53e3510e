import type { Lane } from "../../../../lane/lane.js";
import { type Exchange, requestId } from "../../../../lane/ports/exchange.js";
import type { OutboxEntry } from "../../../../lane/ports/outbox.js";
import type { Changes } from "../../../../lane/ports/store.js";
import type { Recorder } from "../../observe/recorder.js";
import type { PlannedMutant } from "../../plan/mutant.js";
import type { CrashAt, Variant } from "../../plan/variant.js";
import type { HostedShop } from "../shop/shop-host.js";
import type { Conducted } from "./conductor.js";
import { isMeantBy } from "./is-meant-by.js";
import { watchWire } from "./on-the-wire.js";
import { Turns } from "./turns.js";

/** How many milliseconds to wait before killing a shop that makes no call after its answer. */
export const AFTER_ANSWER_MS = 20;
/**
 * The notification is sent once the shop has made no call for this long. The next call then comes from its handler.
 */
export const QUIET_MS = 200;
/** If the shop never stops calling, the notification is sent after this time. */
export const QUIET_MAX_MS = 2_000;

/** Kills the shop at one moment of a payment. The lane's clock stands still until the shop is ready again. */
export class Crasher {
  readonly #mutant: PlannedMutant;
  readonly #at: CrashAt;
  readonly #isByTime: boolean;
  readonly #afterMs: number | undefined;
  readonly #schedule: string[] = [];
  readonly #turns = new Turns();
  /** Exchanges by the names of their calls. */
  readonly #exchanges = new Map<string, Exchange>();
  #shop: HostedShop | undefined;
  #lane: Lane | undefined;
  #payment: Exchange | undefined;
  #notification: OutboxEntry | undefined;
  /** The local port of the connection on which the notification was sent last. */
  #sentOn: number | undefined;
  #calls = 0;
  #asksNothing = false;
  #hasKilled = false;
  /** True if the handler was killed only after its answer had been sent. */
  #wasLate = false;
  /** True if the shop's next call is the moment to kill it. */
  #waitsForCall = false;
  #crash: Promise<void> | undefined;
  #failed: string | undefined;

  constructor(mutant: PlannedMutant, at: CrashAt, { isByTime = false, crashAfterMs }: Variant) {
    this.#mutant = mutant;
    this.#at = at;
    this.#isByTime = isByTime;
    this.#afterMs = crashAfterMs;
  }

  get conducted(): Conducted {
    const hasMissed = this.#wasLate || !this.#hasKilled;
    return { schedule: this.#schedule, asksNothing: this.#asksNothing, hasOpened: false, hasMissed };
  }

  /** Resolves when it is over, with the reason if the shop did not come back. */
  async ended(): Promise<string | undefined> {
    await this.#crash;
    return this.#failed;
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

  /** Sets the shop to kill. */
  watch(shop: HostedShop): void {
    this.#shop = shop;
  }

  #committed(changes: Changes | undefined): void {
    const { exchange, outbox = [] } = changes ?? {};
    if (!exchange) return;
    this.#exchanges.set(requestId(exchange.id), exchange);
    if (this.#payment || !isMeantBy(this.#mutant, exchange)) return;
    this.#payment = exchange;
    [this.#notification] = outbox;
    this.#say(`${exchange.operation} is committed`);
    const isNotified = this.#at !== "before-answer" && this.#at !== "after-answer";
    if (isNotified && this.#notification) this.#lane?.deliveries.accompany(this.#notify(this.#notification));
  }

  #hold(id: string): Promise<void> | undefined {
    this.#calls++;
    this.#turns.changed();
    const exchange = this.#exchanges.get(id);
    if (!exchange || !this.#payment) return undefined;
    if (exchange === this.#payment) return this.#holdPayment();
    // The shop may sell something else in the meantime, so the handler's call must be about this order.
    const isAboutIt = this.#at === "after-answer" || exchange.reference === this.#payment.reference;
    if (!this.#waitsForCall || !isAboutIt) return undefined;
    this.#waitsForCall = false;
    return this.#kill(`the shop calls ${exchange.operation}`);
  }

  #holdPayment(): Promise<void> | undefined {
    if (this.#at === "before-answer") return this.#kill("its answer is withheld");
    if (this.#at === "after-answer") {
      this.#waitsForCall = true;
      this.#freezeIfAtOnce();
      setTimeout(() => this.#isNow("it is answered"), this.#afterMs ?? AFTER_ANSWER_MS);
    }
    return undefined;
  }

  /** Sends the notification once the shop has finished the payment itself. */
  async #notify(notification: OutboxEntry): Promise<void> {
    const { deliveries } = this.#lane!;
    await this.#isQuiet();
    this.#say("the notification is sent");
    const isInHandler = this.#at !== "after-ack";
    let timer: NodeJS.Timeout | undefined;
    const unwatchSends = watchWire(notification, (localPort) => {
      this.#sentOn = localPort;
      if (!isInHandler) return;
      if (!this.#isByTime) this.#waitsForCall = true;
      else timer = this.#killSoon();
    });
    const unwatch = deliveries.watch(({ id, state }) => {
      if (id !== notification.id) return;
      clearTimeout(timer);
      this.#asksNothing = this.#waitsForCall;
      this.#waitsForCall = false;
      this.#wasLate ||= isInHandler && state === "acknowledged" && this.#hasKilled;
      if (!isInHandler && state === "acknowledged") void this.#kill("the notification is acknowledged");
    });
    await deliveries.resend(notification);
    unwatch();
    unwatchSends();
  }

  #killSoon(): NodeJS.Timeout {
    this.#freezeIfAtOnce();
    return setTimeout(() => this.#kill(this.#isAtOnce ? "it arrives" : "its handler runs"), this.#afterMs);
  }

  get #isAtOnce(): boolean {
    return this.#afterMs === 0;
  }

  /** A shop that is killed at once can't read the answer, or answer the notification, before that. */
  #freezeIfAtOnce(): void {
    if (this.#isAtOnce) this.#shop?.process?.freeze();
  }

  async #isQuiet(): Promise<void> {
    const latest = performance.now() + QUIET_MAX_MS;
    for (let seen = -1; seen !== this.#calls && performance.now() < latest; ) {
      seen = this.#calls;
      await this.#turns.until(() => this.#calls > seen, QUIET_MS);
    }
  }

  #isNow(when: string): void {
    if (!this.#waitsForCall) return;
    this.#waitsForCall = false;
    void this.#kill(when);
  }

  /** Kills the shop once per run. Resolves when the shop is ready again. */
  #kill(when: string): Promise<void> | undefined {
    const shop = this.#shop?.process;
    if (this.#crash || !shop || !this.#lane) return undefined;
    if (this.#at === "worker") {
      this.#hasKilled = this.#sentOn !== undefined && shop.crashHandler(this.#sentOn);
      if (this.#hasKilled) this.#say(`${when}: the process that handles it is killed`);
      return undefined;
    }
    this.#hasKilled = true;
    this.#say(`${when}: the shop is killed`);
    this.#crash = shop.crash().then(
      () => this.#say("the shop is ready again, and time goes on"),
      (error: Error) => {
        this.#failed = error.message;
      },
    );
    this.#lane.deliveries.accompany(this.#crash);
    return this.#crash;
  }

  #say(what: string): void {
    this.#schedule.push(what);
  }
}

/** The crasher that this mutant needs. It starts watching at once. */
export function crasherOf(mutant: PlannedMutant | undefined, recorder: Recorder): Crasher | undefined {
  if (!mutant?.variant?.crashAt) return undefined;
  const crasher = new Crasher(mutant, mutant.variant.crashAt, mutant.variant);
  crasher.attach(recorder);
  return crasher;
}
