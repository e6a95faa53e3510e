import type { Fact } from "../observe/facts.js";
import type { Accusation } from "../schema/verdicts.js";
import type { BookEntry } from "./books.js";
import type { BooksAndBeliefs } from "./carts.js";

/** The end of a run. */
export interface Ended extends BooksAndBeliefs {
  /** The facts of all lanes. */
  readonly facts: readonly Fact[];
  /** True if the command succeeded, and no order but those of the mutated calls could see the mutant. */
  readonly sparesOthers?: boolean | undefined;
}

/** A mistake about the money at the end of the run, or an unresolved order. */
export interface Wrong {
  readonly verdict: Accusation | "unresolved";
  readonly references: readonly string[];
  readonly cart: string | undefined;
  /** What the dry run charged for the goods and gave back, if neither the references nor the cart name it there. */
  readonly planned?: Pick<BookEntry, "paid" | "refunded" | "voided">;
  /** The books and the shop's belief, as a sentence. */
  readonly why: string;
}
