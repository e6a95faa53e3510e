import type { Random } from "../random.js";
import type { Books, Sale } from "./books.js";
import { type Answer, type Caller, Lost, Wrong } from "./caller.js";

/** Where a shopper is: a lane is a shop. */
export interface Visit {
  readonly caller: Caller;
  readonly lane: number;
  readonly books: Books;
  readonly random: Random;
  readonly notifyUrl: string;
  readonly hour: number;
  /** False on days on which the balance may be too low for it. */
  readonly mayTakeBack: boolean;
  /** Begins each reference of this visit. */
  readonly name: string;
}

/** Approve, and decline. */
const CARDS = ["4111111111111111", "5555555555554444", "5454545454545454"] as const;
const DECLINING = ["4000000000000002", "4000000000009995", "4000000000006975"] as const;
const WALLETS = ["ALIPAYHK", "ALIPAYCN", "WECHATPAY"] as const;
const TRIES_MAX = 20;

/** One shopper's visit, and that of the shop to the sandbox: by the seed. */
export async function shop(visit: Visit): Promise<void> {
  const draw = visit.random.below(100);
  if (draw < 15) return void (await cart(visit));
  if (draw < 20) return leaves(visit, await cart(visit));
  const sale = draw < 70 ? await buysOnPage(visit) : await buysByToken(visit);
  if (sale?.status === "SUCCESS" && visit.mayTakeBack && visit.random.isOneIn(12)) await takesBack(visit, sale);
}

/** References that a rule meets once: the answer is lost after the commit, or nothing happened. */
const ending = (random: Random): string => {
  const draw = random.below(100);
  return draw < 3 ? "-lost" : draw < 5 ? "-cut" : "";
};

const orderOf = ({ notifyUrl }: Visit, merchantReference: string, cents: number) => ({
  merchantReference,
  amount: cents / 100,
  callbackUrl: { notify: notifyUrl },
  lineItems: [{ quantity: 1, priceData: { name: "Sale", unitAmount: cents / 100 } }],
});

interface Cart {
  readonly sale: Sale;
  readonly page: string;
  readonly token: string;
}

/** Makes an order and opens its page. */
async function cart(visit: Visit): Promise<Cart | undefined> {
  const { caller, lane, books, random, name, hour } = visit;
  const cents = 100 + random.below(50_000);
  for (let n = 1; n <= TRIES_MAX; n++) {
    const reference = `${name}-${n}${n === 1 ? ending(random) : ""}`;
    const params = orderOf(visit, reference, cents);
    const made = await once(visit, reference, () => caller.pay(lane, "hosted-checkout/create", params));
    const sale = books.opened(reference, made.order.id, cents, hour);
    // The page's address went with the answer: the shop makes another order, and this one closes.
    if (made.checkoutUrl === undefined) continue;
    const page = new URL(made.checkoutUrl).pathname.replace(/^\/lane\/[^/]+/, "");
    const { http, text } = await caller.surely(lane, { method: "GET", path: page });
    const token = /name="token" value="([^"]+)"/.exec(text)?.[1];
    if (http !== 200 || token === undefined) throw new Wrong(`the page of ${reference} answers ${http}`);
    return { sale, page, token };
  }
  throw new Wrong(`${name}: ${TRIES_MAX} orders were lost in turn`);
}

interface Made {
  readonly order: { readonly id: number; readonly status: string };
  readonly checkoutUrl?: string;
}

/** Makes an order by a call that is sent again as often as nobody has heard of the reference. */
async function once({ caller, lane }: Visit, reference: string, call: () => ReturnType<Caller["pay"]>): Promise<Made> {
  for (let tries = 1; tries <= TRIES_MAX; tries++)
    try {
      const { responseCode, order, checkoutUrl } = await call();
      if (responseCode !== "0000" || !order) throw new Wrong(`${reference} is answered ${responseCode}`);
      return { order, ...(checkoutUrl !== undefined && { checkoutUrl }) };
    } catch (error) {
      if (!(error instanceof Lost)) throw error;
      const order = await caller.lookedUp(lane, reference);
      if (order) return { order };
    }
  throw new Wrong(`${reference} was lost ${TRIES_MAX} times`);
}

/** Cancels on the page: the order stays payable until it closes. */
async function leaves({ caller, lane }: Visit, cart: Cart | undefined): Promise<void> {
  if (cart) await pressed(caller, lane, `${cart.page}/cancel`, { token: cart.token });
}

async function buysOnPage(visit: Visit): Promise<Sale | undefined> {
  const { caller, lane, random } = visit;
  const found = await cart(visit);
  if (!found) return undefined;
  const { sale, page, token } = found;
  const draw = random.below(100);
  if (draw < 25) {
    const method = random.pick(WALLETS);
    const chosen = await pressed(caller, lane, `${page}/pay`, { token, method });
    if (chosen && !chosen.location.endsWith(`/qr/${method}`)) throw wrongPage(sale, chosen);
    if (random.isOneIn(10)) await pressed(caller, lane, `${page}/qr/${method}`, { token, answer: "decline" });
    const approve = () => pressed(caller, lane, `${page}/qr/${method}`, { token, answer: "approve" });
    return paysBy(visit, sale, approve, true);
  }
  const cardForm = (number: string) => ({
    ...{ token, method: "CARD", "card-number": number, "card-holder": "A" },
    ...{ "card-expiry": "12/39", "card-cvc": "123" },
  });
  const press = (number: string) => pressed(caller, lane, `${page}/pay`, cardForm(number));
  if (draw < 40) {
    const declined = await press(random.pick(DECLINING));
    if (declined && declined.http !== 200) throw wrongPage(sale, declined);
    // One of three gives up.
    if (random.isOneIn(3)) return undefined;
  }
  const number = random.pick(CARDS);
  if (draw < 95) return paysBy(visit, sale, () => press(number), false);
  // An impatient one presses twice: the money moves once.
  sale.isDoubtful = true;
  await Promise.all([press(number), press(number)]);
  return paysBy(visit, sale, () => press(number), false);
}

const wrongPage = ({ reference }: Sale, { http, location, text }: Answer): Wrong =>
  new Wrong(`the page of ${reference} leads to ${http} ${location || text.slice(0, 300)}`);

/** Presses until the order is paid. */
async function paysBy(
  { caller, lane, books }: Visit,
  sale: Sale,
  press: () => Promise<Answer | undefined>,
  isWallet: boolean,
): Promise<Sale> {
  for (let tries = 1; tries <= TRIES_MAX; tries++) {
    const answer = await press();
    // A page that was paid before, by a press without an answer, says so.
    if (answer && answer.http !== 303 && !sale.isDoubtful) throw wrongPage(sale, answer);
    if (!answer) sale.isDoubtful = true;
    const status = answer?.http === 303 ? "SUCCESS" : (await caller.lookedUp(lane, sale.reference))?.status;
    if (status !== "SUCCESS" && status !== "OPEN") throw new Wrong(`${sale.reference} is ${status} while it is paid`);
    if (status === "SUCCESS") {
      books.paid(sale, isWallet);
      return sale;
    }
  }
  throw new Wrong(`${sale.reference} was not paid by ${TRIES_MAX} presses`);
}

/** Undefined if the answer was lost. */
async function pressed(
  caller: Caller,
  lane: number,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<Answer | undefined> {
  const body = new URLSearchParams(fields).toString();
  try {
    return await caller.ask(lane, { method: "POST", path, body, type: "application/x-www-form-urlencoded" });
  } catch (error) {
    if (error instanceof Lost) return undefined;
    throw error;
  }
}

async function buysByToken(visit: Visit): Promise<Sale | undefined> {
  const { caller, lane, books, random, name, hour } = visit;
  const cents = 100 + random.below(50_000);
  const isShort = random.isOneIn(15);
  const reference = `${name}-t${isShort ? "-short" : ending(random)}`;
  const params = { ...orderOf(visit, reference, cents), userId: "user1", tokenId: random.pick([351, 375]) };
  if (isShort) return declined(visit, reference, params, cents);
  const { order } = await once(visit, reference, () => caller.pay(lane, "tokenization/sale", params));
  const sale = books.opened(reference, order.id, cents, hour);
  sale.isDoubtful = reference.endsWith("-lost") || reference.endsWith("-cut");
  if (order.status !== "SUCCESS") throw new Wrong(`${reference} is ${order.status} after its sale`);
  books.paid(sale);
  return sale;
}

/** A card without enough money: the order is there, and nobody pays it. */
async function declined(visit: Visit, reference: string, params: object, cents: number): Promise<undefined> {
  const { caller, lane, books, hour } = visit;
  const code = await caller.pay(lane, "tokenization/sale", params).then(
    ({ responseCode }) => responseCode,
    (error: unknown) => {
      if (error instanceof Lost) return "lost";
      throw error;
    },
  );
  if (code !== "3051" && code !== "lost") throw new Wrong(`${reference} is answered ${code}`);
  const order = await caller.lookedUp(lane, reference);
  if (order) books.opened(reference, order.id, cents, hour);
  else if (code !== "lost") throw new Wrong(`${reference} was declined and is nowhere`);
}

/** The shopper wants the money back before it is settled. */
async function takesBack(visit: Visit, sale: Sale): Promise<void> {
  if (visit.random.isOneIn(2)) await voids(visit, sale);
  else await refunds(visit, sale);
}

type Taking = Pick<Visit, "caller" | "lane" | "books" | "random">;

export async function voids({ caller, lane, books }: Taking, sale: Sale): Promise<void> {
  const expected = books.voidCode(sale);
  const path = sale.id % 2 === 0 ? "hosted-checkout/void" : "direct/void";
  await changes(caller, lane, sale, {
    ...{ expected, path, to: "VOIDED" },
    params: { merchantReference: sale.reference },
    done: () => books.voided(sale),
  });
}

export async function refunds({ caller, lane, books, random }: Taking, sale: Sale): Promise<void> {
  const cents = random.isOneIn(2) ? sale.amount : 1 + random.below(sale.amount);
  const expected = books.refundCode(sale, cents);
  const params = { merchantReference: sale.reference, amount: cents / 100 };
  const change = { expected, path: "hosted-checkout/refund", to: "REFUNDED", params } as const;
  await changes(caller, lane, sale, { ...change, done: () => books.refunded(sale, cents) });
  if (sale.status !== "REFUNDED" || !random.isOneIn(4)) return;
  const again = { ...change, expected: "2004", done: () => {} };
  await changes(caller, lane, sale, again);
}

interface Change {
  readonly path: string;
  readonly params: object;
  readonly to: string;
  /** The code that the books foretell. */
  readonly expected: string;
  readonly done: () => void;
}

/** Takes money back by a call that is sent again as long as it changed nothing and was not answered. */
async function changes(caller: Caller, lane: number, sale: Sale, change: Change): Promise<void> {
  const { path, params, to, expected, done } = change;
  const before = sale.status;
  for (let tries = 1; tries <= TRIES_MAX; tries++)
    try {
      const { responseCode } = await caller.pay(lane, path, params);
      if (responseCode !== expected)
        throw new Wrong(`${path} of ${sale.reference} (${before}) answers ${responseCode}, expected ${expected}`);
      if (expected === "0000") done();
      return;
    } catch (error) {
      if (!(error instanceof Lost)) throw error;
      sale.isDoubtful = true;
      const status = (await caller.lookedUp(lane, sale.reference))?.status;
      if (status === before) continue;
      if (status !== to || expected !== "0000")
        throw new Wrong(`${sale.reference} was ${before} and is ${status} after ${path}`);
      return done();
    }
  throw new Wrong(`${path} of ${sale.reference} was lost ${TRIES_MAX} times`);
}
