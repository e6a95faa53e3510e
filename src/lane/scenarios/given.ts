import type { Circumstances } from "../../core/domain/decision.js";
import { type LedgerLine, move } from "../../core/domain/ledger.js";
import { type Currency, currencies, difference, type Instant, type MinorUnits } from "../../core/domain/money.js";
import type { OrderStatus } from "../../core/domain/order.js";
import type { Policy } from "../../core/facts/assumptions.js";
import { testCard } from "../../core/facts/cards.js";
import type { Given } from "../../core/scenario/rule/rule.js";
import { toMinor } from "../../core/scenario/values/amount.js";
import type { Command, OrderKey } from "../commands/command.js";
import { load } from "../commands/command-table.js";
import { perform } from "../commands/perform.js";
import { demoTokens, tokenOf } from "../fixtures.js";
import type { Result } from "../journal/result.js";
import type { Lane } from "../lane.js";
import type { Tx, UnitResult } from "../ports/store.js";

type GivenOrder = NonNullable<Given["orders"]>[number];
type GivenToken = Omit<NonNullable<Given["tokens"]>[number], "merchantId"> & { readonly merchantId: number | string };

/** Target unsettled balances. Other currencies stay unchanged. */
type Unsettled = Partial<Record<Currency, MinorUnits | undefined>>;

/**
 * Creates a scenario's state in a lane by real commands, without rules, journal or notifications. Sets balances last.
 */
export async function give(lane: Lane, given: Given): Promise<void> {
  for (const { merchantId, publicKeys, capabilities } of given.merchants ?? [])
    await putMerchant(lane, Number(merchantId), { publicKeys, capabilities });
  for (const [i, token] of (given.tokens ?? []).entries())
    await entered({ member: "tokens", i }, giveToken(lane, token));
  for (const [i, order] of (given.orders ?? []).entries())
    await entered({ member: "orders", i }, giveOrder(lane, order));
  for (const { merchantId, unsettledBalance } of given.merchants ?? []) {
    const wanted = Object.fromEntries(
      Object.entries(unsettledBalance ?? {}).map(([currency, amount]) => [currency, toMinor(amount as number)]),
    );
    await setBalance(lane, Number(merchantId), wanted);
  }
}

/** Says which member of the scenario was refused. */
async function entered(entry: GivenEntry, given: Promise<unknown>): Promise<void> {
  try {
    await given;
  } catch (error) {
    throw error instanceof GivenRefused ? new GivenRefused(error.reason, entry) : error;
  }
}

export interface MerchantChange {
  readonly publicKeys?: readonly string[] | undefined;
  readonly capabilities?: Circumstances["capabilities"] | undefined;
  readonly unsettled?: Unsettled | undefined;
}

/** Creates or changes a merchant. `publicKeys` replaces the list, while capabilities are merged. */
export const putMerchant = (
  { store }: Pick<Lane, "store">,
  merchantId: number,
  { publicKeys, capabilities, unsettled = {} }: MerchantChange,
): Promise<void> =>
  store.transact((tx): UnitResult<void> => {
    const before = tx.merchant(merchantId);
    const merged = { ...before?.capabilities };
    for (const [method, own] of Object.entries(capabilities ?? {}))
      Object.assign(merged, { [method]: { ...merged[method as "CARD"], ...own } });
    return {
      result: undefined,
      merchants: [{ merchantId, publicKeys: publicKeys ?? before?.publicKeys ?? [], capabilities: merged }],
      tokens: before ? [] : demoTokens(merchantId),
      ledger: balanceLines(tx, merchantId, unsettled),
    };
  });

/** Sets a merchant's unsettled balances. */
export const setBalance = ({ store }: Pick<Lane, "store">, merchantId: number, wanted: Unsettled): Promise<void> =>
  store.transact((tx): UnitResult<void> => {
    return { result: undefined, ledger: balanceLines(tx, merchantId, wanted) };
  });

function balanceLines(tx: Tx, merchantId: number, wanted: Unsettled): readonly LedgerLine[] {
  const { now } = tx.lane();
  const balance = { HKD: tx.unsettled(merchantId, "HKD"), USD: tx.unsettled(merchantId, "USD") };
  return adjustBalance(balance, merchantId, wanted, now);
}

/** Creates an unknown merchant with the demo tokens. */
async function makeMerchant(lane: Lane, merchantId: number): Promise<void> {
  if (!(await lane.store.views.merchant(merchantId))) await putMerchant(lane, merchantId, {});
}

/** Stores a card for a user. Creates the merchant if it is unknown. */
export async function giveToken(
  lane: Lane,
  { userId, card, expiryDate, tokenId, ...owner }: GivenToken,
): Promise<Result> {
  const row = testCard(card.replaceAll(" ", ""));
  if (!row) throw new Error(`no test card is called ${card}`);
  const merchantId = Number(owner.merchantId);
  await makeMerchant(lane, merchantId);
  const { tokenId: _, ...token } = tokenOf(row, { merchantId, userId, expiryDate, tokenId: 0 });
  return quietly(lane, { kind: "store-token", token: { ...token, tokenId } });
}

async function giveOrder(lane: Lane, order: GivenOrder): Promise<void> {
  const merchantId = Number(order.merchantId);
  await makeMerchant(lane, merchantId);
  const amount = toMinor(order.amount);
  const refunded = order.refunded === undefined ? amount : toMinor(order.refunded);
  const key = { merchantId, merchantReference: order.merchantReference };
  await quietly(lane, {
    kind: "create-order",
    origin: "hosted",
    merchantId,
    reference: order.merchantReference,
    currency: (order.currency as Currency | undefined) ?? "HKD",
    amount,
    email: "",
    recurring: false,
    options: { lineItems: [{ name: order.merchantReference, quantity: 1, unitAmountMinor: amount }] },
  });
  for (const { command, policy } of stepsTo(order.status ?? "OPEN", key, refunded))
    await quietly(lane, command, policy);
}

/** A command towards the wanted status, with the choices that it needs. */
interface Step {
  readonly command: Command;
  readonly policy?: Partial<Policy>;
}

/** The commands that take a new order to this status. */
function stepsTo(status: OrderStatus, key: OrderKey, refunded: MinorUnits): readonly Step[] {
  const paid: Step = {
    command: {
      kind: "pay-order",
      key,
      instrument: { method: "CARD", maskedPan: "411111XXXXXX1111", cardType: "VISA" },
      cardOutcome: "approve",
    },
  };
  switch (status) {
    case "OPEN":
      return [];
    case "CLOSED":
      return [{ command: { kind: "expire-order", key } }];
    case "CANCELLED":
      return [{ command: { kind: "cancel-order", key }, policy: { cancel: "cancelled" } }];
    case "SUCCESS":
      return [paid];
    case "VOIDED":
      return [paid, { command: { kind: "void-order", key } }];
    case "REFUNDED":
      return [paid, { command: { kind: "refund-order", key, amount: refunded } }];
    case "SETTLED":
      return [paid, { command: { kind: "settle-order", key } }];
  }
}

/** Throws if the state forbids the command, because then the scenario's `given` contradicts itself or the lane. */
async function quietly(lane: Lane, command: Command, policy: Partial<Policy> = {}): Promise<Result> {
  const result = await lane.store.transact((tx): UnitResult<Result> => {
    const state = tx.lane();
    const chosen = { ...lane.choices.unwatched(state), ...policy };
    const loaded = load(command, tx, chosen);
    const done = perform(command, loaded, { now: state.now, fresh: tx.fresh, policy: chosen, forced: undefined });
    return { ...done.changes, result: done.result };
  });
  if (result.kind === "refused")
    throw new GivenRefused(`${result.reason}${result.detail === undefined ? "" : ` (${result.detail})`}`);
  return result;
}

/** Thrown if a scenario's `given` contradicts the lane. */
export class GivenRefused extends Error {
  readonly reason: string;
  readonly entry: GivenEntry | undefined;

  constructor(reason: string, entry?: GivenEntry) {
    super(`${entryText(entry)}: ${reason}`);
    this.reason = reason;
    this.entry = entry;
  }
}

/** A token or an order of `given`. */
interface GivenEntry {
  readonly member: "tokens" | "orders";
  readonly i: number;
}

export const entryText = (entry: GivenEntry | undefined): string =>
  entry === undefined ? "given" : `given.${entry.member}[${entry.i}]`;

/** Ledger lines that set a merchant's unsettled balances. */
export const adjustBalance = (
  now: Readonly<Record<Currency, MinorUnits>>,
  merchantId: number,
  targets: Unsettled,
  at: Instant,
): readonly LedgerLine[] =>
  currencies.flatMap((currency) => {
    const to = targets[currency];
    if (to === undefined) return [];
    const into = difference(to, now[currency]);
    return move({ merchantId, currency, at, into, against: "adjustment", why: "adjustment" });
  });
