import { formatAmount } from "../../domain/money.js";
import type { Accusation } from "../../library/language.js";
import type { Fact, NoticeFact } from "../observe/facts.js";
import type { Believed } from "./believed.js";
import type { BookEntry } from "./books.js";
import { type Account, type Cart, cartsOf, counterparts } from "./carts.js";
import { forgedAmong, isBelieved, isMistaken } from "./forgeries.js";
import { knowledgeOf } from "./knowledge.js";
import { beliefText, bookText, compareOrder } from "./orders.js";

/** What a run ends with. */
export interface Ended extends Account {
  /** Of all lanes. */
  readonly facts: readonly Fact[];
}

/** Something that is wrong about the money in the end, or not resolved. */
export interface Wrong {
  readonly verdict: Accusation | "unresolved";
  readonly references: readonly string[];
  readonly cart: string | undefined;
  /** Both sides, as a sentence. */
  readonly why: string;
}

/**
 * Holds what the shop believes in the end against the books. Pure; `dryRun` went well, and says what a cart costs and
 * which goods leave unpaid.
 */
export function judgeMoney(run: Ended, dryRun: Account): readonly Wrong[] {
  const ofCarts = cartFindings(run, dryRun);
  const ofOrders = references(run).flatMap((reference) => orderFindings(reference, run, dryRun));
  return [...ofCarts, ...ofOrders];
}

const references = ({ books, beliefs }: Account): readonly string[] => [
  ...new Set([...books.keys(), ...beliefs.keys()]),
];

function orderFindings(reference: string, run: Ended, dryRun: Account): readonly Wrong[] {
  const { books, beliefs, facts } = run;
  const book = books.get(reference);
  const belief = beliefs.get(reference);
  const known = {
    charged: knowledgeOf(facts, reference, "charged"),
    refunded: knowledgeOf(facts, reference, "refunded"),
    voided: knowledgeOf(facts, reference, "voided"),
  };
  const found = compareOrder({ reference, book, belief, known });
  const notices = facts.filter((fact): fact is NoticeFact => fact.kind === "notice");
  const wrong = found && { ...found, verdict: mended(found.verdict, notices, reference, book, belief) };
  const shipped = shippedUnpaid(reference, run, dryRun);
  return [...(wrong ? [{ ...wrong, references: [reference], cart: belief?.cart }] : []), ...(shipped ? [shipped] : [])];
}

/** Where it comes from a notice: a forged one was believed, or the service itself was mistaken. */
function mended(
  verdict: Wrong["verdict"],
  notices: readonly NoticeFact[],
  reference: string,
  book: BookEntry | undefined,
  belief: Believed | undefined,
): Wrong["verdict"] {
  if (verdict === "unresolved") return verdict;
  if (forgedAmong(notices).some((notice) => isBelieved(notice, reference, book, belief))) return "believed-forged";
  return isMistaken(notices, reference, belief) ? "unresolved" : verdict;
}

/** Goods that left though nothing was ever paid for them, by this order or another of its cart. */
function shippedUnpaid(reference: string, run: Ended, dryRun: Account): Wrong | undefined {
  const belief = run.beliefs.get(reference);
  if (!belief?.isShipped || wasPaid(reference, belief, run)) return undefined;
  const before = dryRun.beliefs.get(reference);
  if (before?.isShipped && !wasPaid(reference, before, dryRun)) return undefined;
  const book = run.books.get(reference);
  if (book?.isAmbiguous || sellsOnAccount(dryRun)) return undefined;
  return {
    verdict: "shipped-unpaid",
    references: [reference],
    cart: belief.cart,
    why: `${reference}: the goods left, and nothing was paid. The books: ${bookText(book)}; the shop: ${beliefText({ belief })}, shipped`,
  };
}

/** A shop whose goods leave unpaid when all goes well sells on account. */
const sellsOnAccount = (dryRun: Account): boolean =>
  [...dryRun.beliefs].some(([reference, belief]) => belief.isShipped && !wasPaid(reference, belief, dryRun));

function wasPaid(reference: string, { cart }: Believed, { books, beliefs }: Account): boolean {
  const ofCart = [...books.values()].filter(
    (book) => book.reference === reference || (cart !== undefined && beliefs.get(book.reference)?.cart === cart),
  );
  return ofCart.some(({ paid }) => paid > 0);
}

function cartFindings(run: Ended, dryRun: Account): readonly Wrong[] {
  const carts = cartsOf(run, dryRun.beliefs);
  const ofDryRun = cartsOf(dryRun);
  return [...carts].flatMap(([key, cart]) => {
    const planned = counterparts(key, carts, ofDryRun);
    return (
      cartWrong("charged-twice", cart, planned, isOvercharged) ??
      cartWrong("refunded-twice", cart, planned, isOverRefunded) ??
      []
    );
  });
}

/**
 * More was charged than the dry run charged, and the excess was not given back. A shop that knows of all of it and keeps no
 * more than the price is right, though a refund of the whole may still be missing.
 */
function isOvercharged(cart: Cart, planned: Cart): boolean {
  if (cart.paid <= planned.paid) return false;
  const net = cart.paid - cart.back;
  if (net > planned.paid) return true;
  return net > planned.paid - planned.back && cart.believedNet !== null && cart.believedNet < net;
}

/** More went back than the dry run gave back, the excess of charges aside, and the shop does not know of all of it. */
function isOverRefunded(cart: Cart, planned: Cart): boolean {
  const excess = Math.max(0, cart.paid - planned.paid);
  if (cart.refunded <= planned.refunded + excess) return false;
  return cart.believedRefunded !== null && cart.believedRefunded < cart.refunded;
}

/** Said only where each cart of the dry run that it may be says so. */
function cartWrong(
  verdict: "charged-twice" | "refunded-twice",
  cart: Cart,
  [planned, ...others]: readonly Cart[],
  isWrong: (cart: Cart, planned: Cart) => boolean,
): Wrong | undefined {
  if (!planned || ![planned, ...others].every((one) => isWrong(cart, one))) return undefined;
  const books = `The books: charged ${formatAmount(cart.paid)}, given back ${formatAmount(cart.back)}`;
  const dry = `in the dry run charged ${formatAmount(planned.paid)}, given back ${formatAmount(planned.back)}`;
  const what = verdict === "charged-twice" ? "was charged more than once" : "was refunded more than once";
  return { verdict, references: cart.references, cart: cart.name, why: `cart ${cart.name} ${what}. ${books}; ${dry}` };
}
