import type { Subject } from "../../../../core/scenario/values/subject.js";
import type { Pace, PaceOptions } from "../../../../lane/notifications/pace.js";

/**
 * Without a next call, the notifications are sent after this many ticks. A stalled machine stalls the ticks too. Short,
 * because a test may wait a fixed time for its webhook.
 */
export const QUIET_TICKS = 10;
const TICK_MS = 2;
/** How long a call waits for the notifications before it. Longer: the shop can't handle them during its call. */
const PATIENCE_MS = 1_000;

/** What the first run shows about a shop, for all later ones. */
export interface TurnMemory {
  /** False if the shop handles no notification while its own call waits. */
  isWaiting: boolean;
  /** True if a handler made a call while another call waited, such as that of a worker beside the server. */
  doesMore?: boolean;
  /** True until the first run has ended. */
  isFirst: boolean;
}

/**
 * Makes runs repeat: a call's notifications are sent one after another, once the shop has read the answer and makes
 * its next call, or none. That call waits until they were handled. Other sequences are mutants of their own.
 */
export class TurnTaking implements Pace {
  readonly #memory: TurnMemory;
  readonly #othersTurn: (subject: Subject) => Promise<unknown> | undefined;
  readonly #due: (() => Promise<void>)[] = [];
  /** Sent only when the shop makes no more calls, because a shop that asks afterwards would not be fooled. */
  readonly #added: (() => Promise<void>)[] = [];
  #calls = 0;
  #isWatching = false;
  /** Calls that wait now. */
  #held = 0;
  #isWaiting: boolean;
  #playing: Promise<void> | undefined;

  /** `othersTurn`: a promise if others make the shop do something, and this call comes from elsewhere. */
  constructor(memory: TurnMemory, othersTurn: (subject: Subject) => Promise<unknown> | undefined) {
    this.#memory = memory;
    this.#isWaiting = memory.isWaiting;
    this.#othersTurn = othersTurn;
  }

  arrives(subject: Subject): Promise<void> | undefined {
    // While notifications are handled, calls come from their handlers.
    if (this.#playing) {
      if (this.#held > 0) this.#memory.doesMore = true;
      return undefined;
    }
    this.#calls++;
    const turn = this.#due.length > 0 ? this.#play().then(() => this.#othersTurn(subject)) : this.#othersTurn(subject);
    return turn && this.#isWaiting ? this.#patiently(turn) : undefined;
  }

  due(send: () => Promise<void>, { isAdded }: PaceOptions): void {
    (isAdded ? this.#added : this.#due).push(send);
    if (!this.#isWatching) void this.#playWhenQuiet();
  }

  async hurry(): Promise<void> {
    while (this.#playing || this.#hasDue) {
      this.#takeAdded();
      await (this.#playing ?? this.#play());
    }
  }

  get #hasDue(): boolean {
    return this.#due.length + this.#added.length > 0;
  }

  #takeAdded(): void {
    this.#due.push(...this.#added.splice(0));
  }

  async #playWhenQuiet(): Promise<void> {
    this.#isWatching = true;
    let seen = -1;
    for (let left = 0; this.#hasDue; left--) {
      const now = this.#calls + this.#due.length + this.#added.length;
      if (this.#playing || seen !== now) [seen, left] = [now, QUIET_TICKS];
      if (left === 0) break;
      await tick();
    }
    this.#isWatching = false;
    await this.hurry();
  }

  #play(): Promise<void> {
    this.#playing = this.#sendAll().finally(() => {
      this.#playing = undefined;
    });
    return this.#playing;
  }

  async #sendAll(): Promise<void> {
    // A lane that is dropped in the meantime sends nothing.
    for (let send = this.#due.shift(); send; send = this.#due.shift()) await send().catch(() => {});
  }

  async #patiently(turn: Promise<unknown>): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<"too long">((resolve) => {
      timer = setTimeout(resolve, PATIENCE_MS, "too long");
    });
    this.#held++;
    const ended = await Promise.race([turn, tooLong]);
    this.#held--;
    clearTimeout(timer);
    if (ended !== "too long") return;
    this.#isWaiting = false;
    if (this.#memory.isFirst) this.#memory.isWaiting = false;
  }
}

export const tick = (): Promise<void> => new Promise((resolve) => setTimeout(() => setImmediate(resolve), TICK_MS));
