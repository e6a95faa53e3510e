import { formatAmount } from "../../../core/domain/money.js";
import { isShipped } from "./believed.js";
import { type BooksAndBeliefs, type Bought, boughtIn } from "./carts.js";
import type { Wrong } from "./wrong.js";

/** Paid purchases for which the shop tells one price. */
const pricedIn = (account: BooksAndBeliefs): readonly Bought[] =>
  [...boughtIn(account).values()].filter(({ charges, prices }) => charges.length > 0 && new Set(prices).size === 1);

/** A price without what is added or taken off is another amount than the charge in the first run, too. */
const isOff = ({ paid, prices }: Bought): boolean => paid !== prices[0];

const isInParts = ({ charges }: Bought): boolean => charges.length > 1;

const offAtOnce = (dryRun: BooksAndBeliefs): readonly Bought[] =>
  pricedIn(dryRun).filter((one) => !isInParts(one) && isOff(one));

/**
 * Charges of another amount than the price that the shop itself tells, although the shop and the books agree about them. A
 * price counts if the same purchase had it in the first run, or any if it has a new name: then it did not move meanwhile. If
 * one was charged another amount there, prices aren't what is due. Less than the price may be a part of it, if any was paid in
 * parts there.
 */
export function priceFindings(run: BooksAndBeliefs, dryRun: BooksAndBeliefs): readonly Wrong[] {
  if (offAtOnce(dryRun).length > 0) return [];
  const ofDryRun = [...boughtIn(dryRun).values()];
  const inParts = ofDryRun.some((one) => isInParts(one) && one.prices.length > 0);
  return pricedIn(run)
    .filter((bought) => isOff(bought) && bought.believedNet === bought.net)
    .filter(({ paid, prices: [price = paid] }) => paid > price || !inParts)
    .flatMap((bought) => {
      const isNamedAnew = ofDryRun.every(({ name }) => name !== bought.name);
      const same = pricedIn(dryRun).filter(
        (one) =>
          (isNamedAnew || one.name === bought.name) &&
          one.prices[0] === bought.prices[0] &&
          chargedIn(one) === chargedIn(bought),
      );
      return same.length > 0 && same.every((before) => isWrong(bought, before)) ? [wrongOf(bought)] : [];
    });
}

/** An amount is another one in another currency. */
const chargedIn = ({ orders }: Bought) =>
  [...new Set(orders.flatMap(({ book }) => (book?.charges.length ? book.currency : [])))].join();

/** The shop may give back what it took too much. What it took too little is lost once the goods left. */
function isWrong({ paid, net, back, prices, orders, charges }: Bought, before: Bought): boolean {
  const [price = paid] = prices;
  if (isOff(before) || before.charges.length !== charges.length) return false;
  const kept = back === before.back ? paid : net;
  return paid < price ? orders.some(({ belief }) => belief && isShipped(belief)) : kept > price;
}

function wrongOf({ name, cart, paid, prices, orders }: Bought): Wrong {
  const [price = paid] = prices;
  const charged = orders.filter(({ book }) => book?.charges.length);
  const what = paid < price ? "and the goods left" : "and the rest was not given back";
  return {
    verdict: "amount-differs",
    references: charged.map(({ reference }) => reference),
    cart,
    why: `${name}: charged ${formatAmount(paid)}, its price is ${formatAmount(price)}, ${what}. The shop and the books agree about the charge`,
  };
}

/** Why the first run's prices are not compared with charges, or only with some, as a note. */
export function priceNotes(dryRun: BooksAndBeliefs): readonly string[] {
  const [first, ...others] = offAtOnce(dryRun);
  const more = others.length === 0 ? "" : `, and ${others.length} more`;
  if (first !== undefined)
    return [
      `${first.name}: the price in the beliefs is ${formatAmount(first.prices[0]!)}, and ${formatAmount(first.paid)} was charged in the first run${more}. So the judge compares no charge with its price. Write as price what is due, with fees and without discounts and gift cards`,
    ];
  const parts = [...boughtIn(dryRun).values()].find((one) => isInParts(one) && one.prices.length > 0);
  return parts === undefined
    ? []
    : [
        `${parts.name} was paid in ${parts.charges.length} charges in the first run. So of charges that differ from their price, the judge reports only those above it: less may be a part`,
      ];
}
