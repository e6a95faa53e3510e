import type { ProveOptions } from "./options.js";

/** Something that should not be. */
export interface Finding {
  /** One line. */
  readonly what: string;
  /** How to see it again: a curl, a transcript. */
  readonly shown?: string;
}

export interface Outcome {
  /** What was done and measured, each with its unit. */
  readonly figures: readonly (readonly [name: string, value: string | number])[];
  readonly findings: readonly Finding[];
}

/** One kind of proof. */
export interface Part {
  /** What it does, as bench/PROOF.md tells it. */
  readonly about: string;
  run(options: ProveOptions): Promise<Outcome>;
}
