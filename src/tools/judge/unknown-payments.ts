import { requestId } from "../../lane/ports/exchange.js";
import { bothSidesOf } from "./oracle/carts.js";
import { answerTells } from "./oracle/knowledge.js";
import { booksSay } from "./oracle/orders.js";
import type { Ended } from "./oracle/wrong.js";
import type { JudgedRun } from "./schema/report.js";

/**
 * A problem if the shop knows of no payment at all when its first run ends. Each mutant would then leave the orders open,
 * too, and find nothing. An order whose answer the test's own rule broke may stay open.
 */
export function unknownPayments({ books, beliefs, facts }: Ended): readonly string[] {
  const paid = bothSidesOf({ books, beliefs }).filter(
    ({ reference, book }) =>
      book !== undefined &&
      !book.isAmbiguous &&
      book.paid > 0 &&
      !facts.some((fact) => fact.kind === "call" && fact.reference === reference && fact.fault !== undefined),
  );
  const [first] = paid;
  if (first === undefined || paid.some(({ belief }) => belief?.paid !== null)) return [];
  const others = paid.length === 1 ? "" : `, and so are the ${paid.length - 1} other paid orders`;
  return [
    `the shop knows of no payment at the end of the run: ${first.reference} is null (the books: ${booksSay(first.book)})${others}. ${toldText(facts, first.reference)}`,
  ];
}

/** What told the shop of the payment, and what to do. */
function toldText(facts: Ended["facts"], reference: string): string {
  const ofOrder = facts.filter((fact) => fact.reference === reference);
  const answer = ofOrder.find((fact) => fact.kind === "call" && answerTells(fact, "charged"));
  if (answer?.kind === "call")
    return `The answer to ${requestId(answer.id)} ${answer.operation} told it: does the shop read the order's status there?`;
  const heard = ofOrder.some((fact) => fact.kind === "notification" && fact.forged === undefined && fact.why === null);
  return heard
    ? "The shop answered its notification with OK: does the handler find the order, query it, and book it?"
    : "Let the shop query the order, or wait for its notification (docs: Notifications in a judged run), before it writes its beliefs";
}

/** The orders that the books show as paid, and the shop as not known. */
export const leftUnknown = ({ books, beliefs }: Pick<JudgedRun, "books" | "beliefs">): readonly string[] =>
  Object.entries(books).flatMap(([reference, { paid }]) =>
    paid > 0 && beliefs?.[reference]?.paid === null ? [reference] : [],
  );
