import { formatAmount } from "../../../core/domain/money.js";
import { isShipped } from "./believed.js";
import { type BooksAndBeliefs, type Bought, boughtIn } from "./carts.js";
import type { Wrong } from "./wrong.js";

/** Purchases with one charge for which the shop tells one price. */
const pricedIn = (account: BooksAndBeliefs): readonly Bought[] =>
  [...boughtIn(account).values()].filter(({ charges, prices }) => charges.length === 1 && new Set(prices).size === 1);

/** A price without what is added or taken off is another amount than the charge in the first run, too. */
const isOff = ({ paid, prices }: Bought): boolean => paid !== prices[0];

/**
 * A charge of another amount than the price that the shop itself tells, although the shop and the books agree about it. A
 * price counts if the same purchase had it in the first run, or any if it has a new name: then it did not move meanwhile. If one was charged another amount
 * there, or in parts, prices aren't what is due.
 */
export function priceFindings(run: BooksAndBeliefs, dryRun: BooksAndBeliefs): readonly Wrong[] {
  const planned = pricedIn(dryRun);
  const ofDryRun = [...boughtIn(dryRun).values()];
  const inParts = ofDryRun.some(({ charges, prices }) => charges.length > 1 && prices.length > 0);
  if (inParts || planned.some(isOff)) return [];
  return pricedIn(run)
    .filter((bought) => isOff(bought) && bought.believedNet === bought.net)
    .flatMap((bought) => {
      const isNamedAnew = ofDryRun.every(({ name }) => name !== bought.name);
      const same = planned.filter(
        (one) =>
          (isNamedAnew || one.name === bought.name) &&
          one.prices[0] === bought.prices[0] &&
          chargedIn(one) === chargedIn(bought),
      );
      return same.length > 0 && same.every((before) => isWrong(bought, before)) ? [wrongOf(bought)] : [];
    });
}

/** An amount is another one in another currency. */
const chargedIn = ({ orders }: Bought) => orders.find(({ book }) => book?.charges.length)?.book?.currency;

/** The shop may give back what it took too much. What it took too little is lost once the goods left. */
function isWrong({ paid, net, back, prices, orders }: Bought, before: Bought): boolean {
  const [price = paid] = prices;
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

/** Prices that the first run shows to be another amount than what is due, as a note. */
export function priceNotes(dryRun: BooksAndBeliefs): readonly string[] {
  const [first, ...others] = pricedIn(dryRun).filter(isOff);
  if (first === undefined) return [];
  const more = others.length === 0 ? "" : `, and ${others.length} more`;
  return [
    `${first.name}: the price in the beliefs is ${formatAmount(first.prices[0]!)}, and ${formatAmount(first.paid)} was charged in the first run${more}. So the judge compares no charge with its price. Write as price what is due, with fees and without discounts and gift cards`,
  ];
}
