import type { Reply } from "../../../lane/journal/reply.js";
import type { Lane } from "../../../lane/lane.js";

/** An answered call, for watchers. */
export interface WatchedCall {
  readonly operation: string;
  readonly reply: Reply;
  /** The time until the answer leaves, including a rule's delay. */
  readonly ms: number;
}

type Watcher = (lane: Lane, call: WatchedCall) => void;

/** Lets others watch the calls of the payment API. */
export class CallWatch {
  readonly #watchers = new Set<Watcher>();
  /** Called for a cut connection, once its client has noticed or has given up, and for an answer whose client has left. */
  readonly wasCut: ((lane: Lane, requestId: string) => void) | undefined;

  /** Called before an answer is sent, which waits for the promise, if there is one. */
  readonly hold: ((lane: Lane, call: Omit<WatchedCall, "ms">) => Promise<void> | undefined) | undefined;

  constructor({ wasCut, hold }: { wasCut?: CallWatch["wasCut"]; hold?: CallWatch["hold"] } = {}) {
    this.wasCut = wasCut;
    this.hold = hold;
  }

  /** Notifies all watchers of an answered call. Undefined if there are none. */
  get tell(): Watcher | undefined {
    return this.#watchers.size === 0 ? undefined : this.#tellAll;
  }

  readonly #tellAll: Watcher = (lane, call) => {
    for (const watcher of this.#watchers) watcher(lane, call);
  };

  /** Calls `watcher` for each call from now on. The returned function stops that. */
  watch(watcher: Watcher): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }
}
