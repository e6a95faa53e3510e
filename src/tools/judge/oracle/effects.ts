import { formatAmount, minorUnits } from "../../../core/domain/money.js";
import { type CallFact, type Fact, givesBack, isQuery, type NotificationFact } from "../observe/facts.js";
import { isDeliveryName } from "./believed.js";
import type { BookEntry } from "./books.js";
import { isRefundedByOthers } from "./cart-findings.js";
import { type BooksAndBeliefs, type Bought, boughtIn } from "./carts.js";
import type { Ended, Wrong } from "./wrong.js";

/** Effects that only inform the customer. They may happen for an unpaid order. */
const MESSAGES = /mail|sms|messag|notif|inform|told|remind|receipt|log/i;

/** Acts that the shop did too often for the received money, or not at all. */
export function effectFindings(run: Ended, dryRun: BooksAndBeliefs): readonly Wrong[] {
  const planned = boughtIn(dryRun);
  return [...boughtIn(run).entries()].flatMap(([key, bought]) => {
    const same = counterpartsOf(key, bought, planned);
    const twice = fulfilledTwice(bought, same.length > 0 ? same : [...planned.values()], run);
    // A cart that failed in the first run shows how others end only if this one can be no other.
    const lessons = same.filter((one) => !isGivenBack(one) || same.every(isGivenBack));
    const isDue = [...planned.values()].some(isGivenBack) && !isAskedBack(bought, run);
    const kept = lessons.map((before) => keptUnfulfilled(bought, before, { ...run, isDue }));
    // Reported only if it applies with every purchase of the dry run that this one may correspond to.
    const mildest = kept.find((one) => one?.verdict !== "kept-unfulfilled") ?? kept[0];
    return [...(twice ? [twice] : []), ...(kept.every((one) => one !== undefined) && mildest ? [mildest] : [])];
  });
}

/** Acts that the first run did more often than it was paid or than the shop means, one sentence each. */
export const firstRunRepeats = (dryRun: BooksAndBeliefs): readonly string[] =>
  repeatsIn(dryRun, (name) => !MESSAGES.test(name)).map(
    ({ bought, name, times }) =>
      `${doneText(bought, name, times)}, though nothing went wrong. If you mean it, say "times": { "${name}": ${times} } in its beliefs`,
  );

/** The same for messages to the customer, which may be several for one payment. */
export function repeatedMessages(dryRun: BooksAndBeliefs): readonly string[] {
  const all = repeatsIn(dryRun, (name) => MESSAGES.test(name));
  const texts = all.slice(0, SHOWN).map(({ bought, name, times }) => `${bought.name} ${name} ${timesText(times)}`);
  return all.length === 0
    ? []
    : [`the first run, in which nothing went wrong: ${texts.join(", ")}. The judge takes this as intended`];
}
const SHOWN = 3;

const repeatsIn = (dryRun: BooksAndBeliefs, isMeant: (name: string) => boolean) =>
  [...boughtIn(dryRun).values()].flatMap((bought) =>
    Object.entries(bought.effects ?? {})
      .filter(([name, times]) => isMeant(name) && bought.charges.length > 0 && times > meant(bought, name))
      .map(([name, times]) => ({ bought, name, times })),
  );

/** Once for each payment, if the shop says no other number. Of only some of the payments, those with the most count. */
const meant = ({ orders }: Bought, name: string, payments?: number): number =>
  orders
    .flatMap(({ book, belief }) => (book?.charges ?? []).map(() => belief?.times[name] ?? 1))
    .toSorted((a, b) => b - a)
    .slice(0, payments)
    .reduce((sum, times) => sum + times, 0);

/**
 * The purchases of the dry run that may correspond to this one. Prefers a cart with the same name and price.
 * Otherwise all with the same name or price, because names may change in each run.
 */
function counterpartsOf(key: string, bought: Bought, planned: ReadonlyMap<string, Bought>): readonly Bought[] {
  const named = planned.get(key);
  if (named && bought.cart !== undefined && named.paid === bought.paid) return [named];
  const asDear = [...planned.values()].filter((one) => one !== named && one.paid === bought.paid);
  return [...(named ? [named] : []), ...asDear];
}

/**
 * An effect that occurred more often than its cart was paid. If the dry run sent several parcels, more are allowed. A parcel
 * for a payment that the shop gave back, and then another one, are two for one payment, unless the first was taken back.
 */
function fulfilledTwice(bought: Bought, planned: readonly Bought[], run: Ended): Wrong | undefined {
  const paid = bought.charges.length;
  if (paid === 0) return undefined;
  const isMore = (name: string, times: number, standing: number): boolean =>
    times > Math.max(1, meant(bought, name, standing), ...planned.map((one) => allowed(one, name, standing)));
  const plannedBack = Math.max(0, ...planned.map((one) => givenBackWhole(one)));
  const standing = paid - Math.max(0, givenBackWhole(bought, run.facts) - plannedBack);
  const found = Object.entries(bought.effects ?? {}).find(([name, times]) =>
    MESSAGES.test(name)
      ? isMore(name, times - newsOf(bought, planned, run.facts), paid)
      : isMore(name, times, paid) || (isDeliveryName(name) && isMore(name, times - takenBack(bought), standing)),
  );
  if (!found) return undefined;
  const [name, times] = found;
  const back = isMore(name, times, paid) ? "" : `, of which ${formatAmount(bought.back)} went back`;
  const why = `${doneText(bought, name, times)}${back}`;
  return { verdict: "fulfilled-twice", references: bought.references, cart: bought.cart, why };
}

/** How many of its charges went back as a whole, other than by the back office. */
const givenBackWhole = ({ orders }: Bought, facts: readonly Fact[] = []): number =>
  orders
    .flatMap(({ book }) => book ?? [])
    .filter(({ paid, refunded, voided }) => paid > 0 && refunded + voided >= paid)
    .filter(({ reference }) => !isRefundedByOthers(facts, reference))
    .reduce((sum, { charges }) => sum + charges.length, 0);

/** How many parcels came back, or were stopped on their way. */
const takenBack = ({ effects }: Bought): number =>
  Object.entries(effects ?? {}).reduce((sum, [name, times]) => sum + (TAKEN_BACK.test(name) ? times : 0), 0);
const TAKEN_BACK =
  /cancel|return|recall|reclaim|revers|revok|restock|withdr|intercept|stopped|halt|disabl|deactiv|access.?remov|relock|^locked|^un(?!lock)/i;

const doneText = (bought: Bought, name: string, times: number): string =>
  `${bought.name}: ${name} ${timesText(times)}, and paid ${timesText(bought.charges.length)} (${formatAmount(minorUnits(bought.paid))})`;

/** As often for each of so many payments as in the dry run. Once for each if it did not occur there. */
function allowed({ effects, charges }: Bought, name: string, payments: number): number {
  const planned = effects?.[name] ?? 0;
  if (planned === 0) return payments;
  return Math.max(planned, Math.ceil((planned / Math.max(charges.length, 1)) * payments));
}

/** How many additional messages a shop may send its customer, about declined payments or a refund. */
function newsOf(bought: Bought, planned: readonly Bought[], facts: readonly Fact[]): number {
  const isAboutIt = ({ reference }: Fact) => reference !== undefined && bought.references.includes(reference);
  const refused = facts.filter((fact) => fact.kind === "call" && isAboutIt(fact) && isNews(fact));
  return refused.length + (planned.some(({ net }) => net === bought.net) ? 0 : 1);
}

/** A failed query is no reason for a message to the customer, because the service may not know the order yet. */
const isNews = (call: CallFact): boolean =>
  call.fault !== undefined || (call.responseCode !== "0000" && !isQuery(call));

/**
 * True if goods were sent. If the dry run had an effect named like a delivery, only such effects count. Otherwise any
 * effect counts that isn't a message.
 */
function isDelivered(effects: Bought["effects"], planned: Bought["effects"]): boolean {
  const names = (all: Bought["effects"], isMeant: (name: string) => boolean) =>
    Object.entries(all ?? {}).flatMap(([name, times]) => (times > 0 && isMeant(name) ? [name] : []));
  const isDelivery =
    names(planned, isDeliveryName).length > 0 ? isDeliveryName : (name: string) => !MESSAGES.test(name);
  return names(effects, isDelivery).length > 0;
}

interface Held extends Ended {
  /** True if the first run gave back what was paid for a cart that failed, and here nobody even tried. */
  readonly isDue: boolean;
}

/**
 * True for a cart of which only a part could be charged, and that part was given back. An order that failed and one of
 * the same amount that was paid may be two attempts at the whole, which the customer then cancelled.
 */
function isGivenBack({ net, orders }: Bought): boolean {
  const books = orders.flatMap(({ book }) => book ?? []);
  const paid = books.filter(({ charges }) => charges.length > 0);
  const isPart = (failed: BookEntry) =>
    paid.every(({ orderIds, asked }) => orderIds.at(-1)! < failed.orderIds.at(-1)! && asked !== failed.asked);
  return paid.length > 0 && net === 0 && books.some((book) => book.charges.length === 0 && isPart(book));
}

/** True if the shop asked for a refund or a void, whatever came of it. */
const isAskedBack = ({ references }: Bought, { facts }: Ended): boolean =>
  facts.some((fact) => fact.kind === "call" && givesBack(fact) && references.includes(fact.reference ?? ""));

/** The shop kept the money and knows it, but didn't deliver as it did in the dry run. */
function keptUnfulfilled(bought: Bought, before: Bought, run: Held): Wrong | undefined {
  const { effects } = before;
  if (isDelivered(bought.effects, effects) || !isDelivered(effects, effects)) return;
  if (bought.net <= 0 || bought.believedNet === null || bought.believedNet < bought.net) return;
  const why = `${bought.name}: ${formatAmount(minorUnits(bought.net))} kept, the shop knows, and nothing was delivered`;
  const said = { references: bought.references, cart: bought.cart };
  const excuse = excuseOf(bought, before, run);
  return excuse === undefined
    ? { verdict: "kept-unfulfilled", ...said, why }
    : { verdict: "unresolved", ...said, why: `${why}; ${excuse}` };
}

/** Effects of a shop whose goods are sold out. */
const WAITING = /back.?order|sold.?out|out.?of.?stock|await|waiting/i;

const DECIDE = "deliver, or give the rest back, as you decide";

/** Why a correct shop may hold back the goods, and what to do. */
function excuseOf(bought: Bought, before: Bought, { facts, isDue, beliefs }: Held): string | undefined {
  if (Object.entries(bought.effects ?? {}).some(([name, times]) => times > 0 && WAITING.test(name)))
    return `the shop says that it waits for goods: ${DECIDE}`;
  if (bought.effects === undefined && [...beliefs.values()].every(({ effects }) => effects === undefined))
    return "no order of this run has effects, though those of the first run have: tell {} if nothing was done";
  if (facts.some((fact) => fact.kind === "notification" && isLie(fact) && isAbout(bought, fact)))
    return "a false notification about it came: query the order, then deliver";
  if (bought.references.some((reference) => isRefundedByOthers(facts, reference)))
    return `the back office gave some of it back: ${DECIDE}`;
  if (bought.paid < before.paid) return isDue ? undefined : `only a part of the price came: ${DECIDE}`;
  return bought.net < before.net ? `some of it went back: ${DECIDE}` : undefined;
}

const isLie = ({ forged, status }: NotificationFact): boolean => forged !== undefined && status !== null;
const isAbout = ({ references }: Bought, { reference, says }: NotificationFact): boolean =>
  [reference, says.merchantReference].some((one) => one !== undefined && references.includes(one));

const timesText = (times: number): string => (times === 1 ? "once" : `${times} times`);
