import { type CallFact, givesBack, isCharge, isQuery, type MoneyFact } from "../observe/facts.js";
import type { Bought } from "./carts.js";
import { answerTells } from "./knowledge.js";
import type { Ended } from "./wrong.js";

/** A charge of a cart that stood charged its price already. */
interface ExtraCharge {
  readonly charge: MoneyFact;
  /** The earlier charges of which nothing had gone back by then. */
  readonly beside: readonly MoneyFact[];
}

/** The charges by which the cart stood charged for more than its price, by at least one whole charge. */
export function extraChargesIn({ facts }: Ended, cart: Bought, price: number): readonly ExtraCharge[] {
  const moves = facts
    .filter((fact) => fact.kind === "money")
    .filter(({ reference = "" }) => cart.references.includes(reference))
    .sort((a, b) => a.ms - b.ms);
  let beside: readonly MoneyFact[] = [];
  return moves.flatMap((move) => {
    if (move.what !== "charged") {
      beside = beside.filter(({ reference }) => reference !== move.reference);
      return [];
    }
    const extra = { charge: move, beside };
    beside = [...beside, move];
    const standing = beside.reduce((sum, { amount }) => sum + amount, 0);
    return standing - Math.min(...cart.charges) >= price ? [extra] : [];
  });
}

/**
 * Why the refund may have been for the extra charge, although the dry run makes the same one. Undefined if the shop
 * charged again without asking, and no other refund of it was refused.
 */
export function doubtAbout(extras: readonly ExtraCharge[], cart: Bought, { facts, books }: Ended): string | undefined {
  const calls = facts.filter((fact) => fact.kind === "call");
  const isKept = (reference = "") => {
    const book = books.get(reference);
    return cart.references.includes(reference) && book !== undefined && book.refunded + book.voided === 0;
  };
  if (calls.some((call) => isOfShop(call) && givesBack(call) && isKept(call.reference)))
    return "another refund came to nothing, so the one that was made may be for the extra charge";
  const byShop = extras.filter(({ charge }) =>
    calls.some((call) => isOfShop(call) && isCharge(call) && moves(call, charge)),
  );
  if (byShop.length === 0)
    return "the shopper paid more than once, and the refund that was made may be for the extra payment";
  return byShop.every((extra) => calls.some((call) => deniesOne(call, extra)))
    ? "the shop asked before it charged again, and the refund that was made may be for the extra charge"
    : undefined;
}

const isOfShop = ({ by }: CallFact): boolean => by === "shop";
const moves = ({ id, lane }: CallFact, money: MoneyFact): boolean => money.call === id && money.lane === lane;

/** True if the shop asked for one of the earlier charges, and the answer didn't show it. */
const deniesOne = (call: CallFact, { charge, beside }: ExtraCharge): boolean =>
  isOfShop(call) &&
  (isQuery(call) || givesBack(call)) &&
  call.fault === undefined &&
  call.ms <= charge.ms &&
  beside.some(({ reference, ms }) => reference === call.reference && ms <= call.ms) &&
  !answerTells(call, "charged");
