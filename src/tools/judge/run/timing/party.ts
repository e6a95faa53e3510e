import type { Step } from "../../plan/variant.js";

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

/** Starts `act`. Calls `changed` when it has ended or failed. */
export function begun(name: string, step: Step, act: () => Promise<void>, changed: () => void): Party {
  const began = performance.now();
  const party: Party = {
    name,
    step,
    isDone: false,
    hasAsked: false,
    tookMs: undefined,
    done: act()
      .catch(() => {})
      .then(() => {
        party.isDone = true;
        party.tookMs = performance.now() - began;
        changed();
      }),
  };
  return party;
}

/** Stands for a notification that doesn't exist. */
export const nobody = (step: Step): Party => ({
  ...{ name: "nobody", step, done: Promise.resolve() },
  ...{ isDone: true, hasAsked: false, tookMs: 0 },
});
