import type { Lane } from "../app/lane.js";
import type { AnsweredCall, CallWatcher } from "../wire/pipeline.js";

type Watcher = (lane: Lane, call: AnsweredCall) => void;

/** Those who want to know of each call of the payment API that was answered, and who is told of those that were cut. */
export class CallWatch implements CallWatcher {
  readonly #watchers = new Set<Watcher>();
  readonly wasCut: CallWatcher["wasCut"];

  constructor(wasCut?: CallWatcher["wasCut"]) {
    this.wasCut = wasCut;
  }

  /** Tells all of them; undefined while there are none. */
  get tell(): Watcher | undefined {
    return this.#watchers.size === 0 ? undefined : this.#tellAll;
  }

  readonly #tellAll: Watcher = (lane, call) => {
    for (const watcher of this.#watchers) watcher(lane, call);
  };

  /** Calls `watcher` from now on; the returned function ends it. */
  watch(watcher: Watcher): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }
}
