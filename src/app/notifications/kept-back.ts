import type { Work } from "../ports/store.js";
import type { Deliveries } from "./deliveries.js";

/** Keeps the notices of one call back from the moment of their commit on: who claims what is due just then must not send them. */
export class KeptBack {
  readonly #deliveries: Pick<Deliveries, "answering">;
  #letGo: (() => void) | undefined;

  constructor(deliveries: Pick<Deliveries, "answering">) {
    this.#deliveries = deliveries;
  }

  /** The unit of work that freezes them; where it is run once more, what it froze before was not kept. */
  *of<R>(work: Work<R>): Work<R> {
    const verdict = yield* work;
    this.letGo();
    const [entry] = verdict.outbox ?? [];
    if (entry) this.#letGo = this.#deliveries.answering(entry.causedBy);
    return verdict;
  }

  /** Lets them go, once the answer has left or was cut; undefined where there are none. */
  get release(): (() => void) | undefined {
    return this.#letGo;
  }

  /** Nothing was committed. */
  letGo(): void {
    this.#letGo?.();
    this.#letGo = undefined;
  }
}
