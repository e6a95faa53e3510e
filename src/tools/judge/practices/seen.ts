import type { CallFact, Fact } from "../observe/facts.js";
import type { BooksAndBeliefs } from "../oracle/carts.js";
import type { ShopRun } from "../run/shop-runner.js";
import type { PracticeId } from "../schema/practice-texts.js";
import type { RunOutcome } from "../verdict-of.js";

/** A run, with everything that is needed to find practices. */
export interface Watched
  extends BooksAndBeliefs,
    Pick<RunOutcome, "wrong" | "cleared" | "trusted">,
    Pick<ShopRun, "output" | "shopperDid" | "conducted" | "endedMs"> {
  /** The facts of all lanes, oldest first. */
  readonly facts: readonly Fact[];
  /** The calls of the dry run. */
  readonly dryCalls: readonly CallFact[];
  /** The shop's account of the dry run. */
  readonly dryRun?: BooksAndBeliefs;
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
