import type { Lane } from "../app/lane.js";
import type { Exchange } from "../app/ports/exchange.js";
import type { Activity } from "./idle.js";

/** How many of a lane's last exchanges to keep. */
const KEPT = 20;

/** Observes each call and each delivery attempt in the lanes of a run. */
export class LaneActivity implements Activity {
  readonly #last = new Map<Lane, Exchange[]>();
  onActivity: (() => void) | undefined;

  opened(lane: Lane): void {
    lane.waiting.watch((changes) => {
      if (!changes?.exchange) return;
      this.#last.set(lane, [...(this.#last.get(lane) ?? []), changes.exchange].slice(-KEPT));
      this.onActivity?.();
    });
    lane.deliveries.watch(() => this.onActivity?.());
  }

  retired(lane: Lane): void {
    this.#last.delete(lane);
  }

  get lanes(): readonly Lane[] {
    return [...this.#last.keys()];
  }

  lastExchanges(lane: Lane, count: number): readonly Exchange[] {
    return (this.#last.get(lane) ?? []).slice(-count);
  }
}
