import type { Subject } from "../../core/scenario/values/subject.js";

/** Decides when the notifications of an answered call are sent. */
export interface Pace {
  /** Call before a command runs. The command waits for the promise, if there is one. */
  readonly arrives: (subject: Subject) => Promise<void> | undefined;
  /** Call once an answer was sent or cut. `send` sends its notifications, and resolves once they were handled. */
  readonly due: (send: () => Promise<void>, options: PaceOptions) => void;
  /** Sends at once all that waits. */
  readonly hurry: () => Promise<void>;
}

export interface PaceOptions {
  /** True if only a rule causes them, such as a forged one about an order that nobody paid. */
  readonly isAdded: boolean;
}
