import type { DriverAct } from "../mutants/driver-act.js";
import type { CallFact, Fact } from "../observe/facts.js";
import type { BooksAndBeliefs } from "../oracle/carts.js";
import type { Wrong } from "../oracle/wrong.js";
import type { PracticeId } from "../schema/practice-texts.js";

/** A run, with everything that is needed to find practices. */
export interface Watched extends BooksAndBeliefs {
  /** The facts of all lanes, oldest first. */
  readonly facts: readonly Fact[];
  /** The verdicts about the money. */
  readonly wrong: readonly Wrong[];
  /** Orders that ended the same without false notifications. */
  readonly cleared?: readonly string[] | undefined;
  /** Orders that the shop believed to be paid by another merchant's notification. */
  readonly trusted?: readonly string[] | undefined;
  /** The calls of the dry run. */
  readonly dryCalls: readonly CallFact[];
  /** The command's output. Undefined for a function. */
  readonly output?: string | undefined;
  /** The shop's account of the dry run. */
  readonly dryRun?: BooksAndBeliefs;
  /** What the driver did in addition to the dry run. */
  readonly shopper?: DriverAct | undefined;
  /** The key with which the shop signs, as PEM. */
  readonly privateKeyPem?: string | undefined;
}

/** Something that a shop did, with the calls that show it. */
export interface SeenPractice {
  readonly id: PracticeId;
  readonly calls: readonly CallFact[];
  /** The observation, as a sentence. */
  readonly what: string;
  /** Replaces the practice's own cure. */
  readonly cure?: string | undefined;
}

/** What no call shows by itself. */
export const seenIn = (id: PracticeId, what: string): SeenPractice => ({ id, calls: [], what });

export const shopCalls = (facts: readonly Fact[]): readonly CallFact[] =>
  facts.filter((fact): fact is CallFact => fact.kind === "call" && fact.by === "shop").sort((a, b) => a.id - b.id);
