import { formatAmount } from "../../../core/domain/money.js";
import type { BookEntry, Books } from "./books.js";
import type { BooksAndBeliefs } from "./carts.js";
import type { Ended, Wrong } from "./wrong.js";

/**
 * Double charges that no cart shows: the shop forgot a payment, and made another order like it. It made more such
 * orders than in the dry run, and more of their charges stand. `unknown`: the payments that the shop does not know.
 */
export function forgottenCharges(unknown: readonly Wrong[], run: Ended, dryRun: BooksAndBeliefs): readonly Wrong[] {
  const forgotten = unknown
    .flatMap(({ references }) => references)
    .filter((reference) => (run.beliefs.get(reference) ?? dryRun.beliefs.get(reference))?.cart === undefined)
    .flatMap((reference) => run.books.get(reference) ?? []);
  const alike = Map.groupBy(forgotten, ({ paid, currency, user }) => `${paid} ${currency} ${user}`);
  return [...alike.values()].flatMap((ones) => beyondPlan(ones, run, dryRun));
}

/** Those of the forgotten charges, all alike, that no order of the dry run explains. */
function beyondPlan(forgotten: readonly BookEntry[], { books, beliefs }: Ended, dryRun: BooksAndBeliefs): Wrong[] {
  const like = forgotten[0]!;
  const [charges, planned] = [chargesLike(like, books), chargesLike(like, dryRun.books)];
  const due = charges.find((one) => !forgotten.includes(one)) ?? like;
  const plan = planned.find(({ reference }) => reference === due.reference) ?? planned[0];
  if (plan === undefined) return [];
  const beyond = Math.min(
    ordersLike(like, books).length - ordersLike(like, dryRun.books).length,
    charges.filter(stands).length - planned.filter(stands).length,
  );
  const others = forgotten.filter((one) => one !== due && stands(one)).slice(0, Math.max(0, beyond));
  return others.map(({ reference }) => ({
    verdict: "charged-twice",
    references: [due.reference, reference],
    cart: beliefs.get(due.reference)?.cart,
    planned: plan,
    why: `${due.reference} and ${reference} took the same amount (${formatAmount(like.paid)} ${like.currency}), and the dry run took it ${planned.length === 1 ? "once" : `only ${planned.length} times`}`,
  }));
}

const ordersLike = ({ paid, currency }: BookEntry, books: Books): readonly BookEntry[] =>
  [...books.values()].filter((one) => one.asked === paid && one.currency === currency && !one.isAmbiguous);

const chargesLike = (like: BookEntry, books: Books): readonly BookEntry[] =>
  ordersLike(like, books).filter(({ paid, user }) => paid === like.paid && user === like.user);

const stands = ({ paid, refunded, voided }: BookEntry): boolean => paid > refunded + voided;
