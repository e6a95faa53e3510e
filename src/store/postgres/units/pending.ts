import type { Exchange } from "../../../app/ports/exchange.js";
import type { StoredRule } from "../../../app/ports/lane-record.js";
import type { OutboxEntry } from "../../../app/ports/outbox.js";
import type { ScheduledTask } from "../../../app/ports/scheduled-task.js";
import type { Changes, Merchant, RuleCount } from "../../../app/ports/store.js";
import { changedParts } from "../../../app/views/changed-parts.js";
import type { CardEntry } from "../../../domain/card-entry.js";
import type { LedgerLine } from "../../../domain/ledger.js";
import { beginningOfTime } from "../../../domain/money.js";
import { type Order, type OrderStatus, statusOf } from "../../../domain/order.js";
import type { Token } from "../../../domain/token.js";
import type { FormerRule, FormerSettings } from "../../former-rules.js";
import { balanceKey } from "./lane-cache.js";

/** A unit's changes, for other nodes to report: orders with their earlier status, parts of the lane, the clock. */
export interface ChangeDoc {
  readonly orders?: readonly (readonly [id: number, statusBefore: OrderStatus | null])[] | undefined;
  readonly changed?: readonly string[] | undefined;
  readonly clock?: true | undefined;
}

function changeDoc(changes: Changes): ChangeDoc | undefined {
  const { orders = [], lane } = changes;
  const changed = changedParts(changes);
  const hasClock = lane?.clock !== undefined && lane.clock.standingAt === undefined;
  if (orders.length === 0 && changed.length === 0 && !hasClock) return undefined;
  return {
    orders: orders.map(({ before, after }) => [after.id, before ? statusOf(before, beginningOfTime) : null]),
    changed: changed.length > 0 ? changed : undefined,
    clock: hasClock || undefined,
  };
}

/** A ledger line with the number of its commit. */
export interface NumberedLine {
  readonly id: number;
  readonly commit: number;
  readonly line: LedgerLine;
}

/** The unwritten changes of a transaction's units. Contains each record as the last unit left it. */
export class Pending {
  readonly orders = new Map<number, { readonly order: Order; readonly isNew: boolean }>();
  readonly ledger: NumberedLine[] = [];
  /** Amounts to add to unsettled balances, by merchant and currency. */
  readonly balances = new Map<string, { merchantId: number; currency: string; amount: number }>();
  readonly merchants = new Map<number, Merchant>();
  readonly tokens = new Map<
    string,
    { readonly merchantId: number; readonly tokenId: number; readonly token: Token | undefined }
  >();
  readonly cardEntries = new Map<number, CardEntry>();
  readonly counts = new Map<string, RuleCount>();
  readonly rulesAdded = new Map<string, StoredRule>();
  readonly rulesRemoved: string[] = [];
  readonly formerRules: FormerRule[] = [];
  readonly formerSettings: FormerSettings[] = [];
  readonly tasksAdded = new Map<number, ScheduledTask>();
  readonly tasksEnded: number[] = [];
  readonly outbox: OutboxEntry[] = [];
  readonly exchanges: { readonly exchange: Exchange; readonly changed: ChangeDoc | undefined }[] = [];
  /** Changes of units without a call. */
  readonly otherChanges: ChangeDoc[] = [];
  /** True if the lane's record (apart from its clock), rules or merchants have changed. */
  hasRecord = false;
  hasClock = false;
  isEmpty = true;

  /** Adds a unit's changes, except removed counts. The store deletes those counts before it writes new ones. */
  add(changes: Changes, commit: number, nextLine: () => number): void {
    this.isEmpty = false;
    for (const { before, after } of changes.orders ?? []) this.#order(after, !before);
    for (const line of changes.ledger ?? []) this.#line({ id: nextLine(), commit, line });
    for (const merchant of changes.merchants ?? []) this.merchants.set(merchant.merchantId, merchant);
    for (const token of changes.tokens ?? []) this.#token(token.merchantId, token.tokenId, token);
    for (const { merchantId, tokenId } of changes.deletedTokens ?? []) this.#token(merchantId, tokenId, undefined);
    for (const entry of changes.cardEntries ?? []) this.cardEntries.set(entry.id, entry);
    for (const count of changes.counts ?? []) this.counts.set(`${count.ruleId}\n${count.key}`, count);
    this.#rules(changes.rules);
    this.#tasks(changes.tasks);
    this.outbox.push(...(changes.outbox ?? []));
    const changed = changeDoc(changes);
    if (changes.exchange) this.exchanges.push({ exchange: changes.exchange, changed });
    else if (changed) this.otherChanges.push(changed);
    if (changes.lane?.clock) this.hasClock = true;
    if (changes.merchants?.length) this.hasRecord = true;
    if (changes.rules || Object.keys(changes.lane ?? {}).some((name) => name !== "clock")) this.hasRecord = true;
  }

  #order(order: Order, isNew: boolean): void {
    this.orders.set(order.id, { order, isNew: isNew || this.orders.get(order.id)?.isNew === true });
  }

  #line(numbered: NumberedLine): void {
    this.ledger.push(numbered);
    const { account, merchantId, currency, amount } = numbered.line;
    if (account !== "unsettled") return;
    const key = balanceKey(merchantId, currency);
    const sum = this.balances.get(key) ?? { merchantId, currency, amount: 0 };
    this.balances.set(key, { ...sum, amount: sum.amount + amount });
  }

  #token(merchantId: number, tokenId: number, token: Token | undefined): void {
    this.tokens.set(`${merchantId} ${tokenId}`, { merchantId, tokenId, token });
  }

  #rules({ added = [], removed = [] }: NonNullable<Changes["rules"]> = {}): void {
    for (const id of removed) if (!this.rulesAdded.delete(id)) this.rulesRemoved.push(id);
    for (const rule of added) this.rulesAdded.set(rule.id, rule);
  }

  #tasks({ added = [], ended = [] }: NonNullable<Changes["tasks"]> = {}): void {
    for (const task of added) this.tasksAdded.set(task.id, task);
    for (const id of ended) if (!this.tasksAdded.delete(id)) this.tasksEnded.push(id);
  }
}
