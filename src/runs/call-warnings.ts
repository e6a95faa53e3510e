import { type CallWarning, warningText } from "../app/ports/explanation.js";
import type { RepeatedWarning } from "../reports/run.js";

/** How many different warnings are printed. */
const TOLD_MAX = 50;

/** Counts the warnings of a run's calls. */
export class CallWarnings {
  readonly #counted = new Map<string, RepeatedWarning>();

  add(operation: string, warnings: readonly CallWarning[] | undefined): void {
    for (const warning of warnings ?? []) this.#count(`${operation}: ${warningText(warning)}`, warning);
  }

  #count(text: string, { didYouMean }: CallWarning): void {
    const times = this.#counted.get(text)?.times ?? 0;
    if (times === 0 && this.#counted.size === TOLD_MAX) return;
    this.#counted.set(text, { text, times: times + 1, isNearMiss: didYouMean !== undefined });
  }

  all(): readonly RepeatedWarning[] {
    return [...this.#counted.values()];
  }
}
