import type { CardEntry } from "../../domain/card-entry.js";
import type { Capabilities, FreshIds } from "../../domain/decision.js";
import type { LedgerLine } from "../../domain/ledger.js";
import type { Currency, Instant, MinorUnits } from "../../domain/money.js";
import type { Order, OrderStatus } from "../../domain/order.js";
import type { Token } from "../../domain/token.js";
import type { Exchange } from "./exchange.js";
import type { AttemptRecord, Due, NotificationEffects, NotificationState, OutboxEntry } from "./outbox.js";

/** Gives the time of a lane. */
export interface Clock {
  now(): Instant;
}

export interface Merchant {
  readonly merchantId: number;
  /** X.509 SubjectPublicKeyInfo, as given: PEM or bare base64. */
  readonly publicKeys: readonly string[];
  readonly capabilities: Capabilities;
}

/** How often a rule was looked at with success, and how often it fired, for one key. */
export interface RuleCount {
  readonly ruleId: string;
  readonly key: string;
  readonly seen: number;
  readonly fired: number;
}

/** What a unit of work may ask of the store. */
export type Read =
  | { readonly read: "order"; readonly id: number }
  | { readonly read: "order-by-reference"; readonly merchantId: number; readonly reference: string }
  | { readonly read: "merchant"; readonly merchantId: number }
  | { readonly read: "token"; readonly merchantId: number; readonly tokenId: number }
  | { readonly read: "tokens"; readonly merchantId: number; readonly userId?: string }
  | { readonly read: "card-entry"; readonly id: number }
  | { readonly read: "unsettled"; readonly merchantId: number; readonly currency: Currency }
  | { readonly read: "rule-count"; readonly ruleId: string; readonly key: string }
  | { readonly read: "expired"; readonly now: Instant; readonly limit: number }
  | { readonly read: "settleable"; readonly merchantId?: number; readonly afterId: number; readonly limit: number };

/** Ids for what a commit creates. */
export interface Fresh extends FreshIds {
  exchangeId(): number;
  notificationId(): number;
}

/** All that one commit writes. */
export interface Changes {
  /** Orders as they are now; `before` is absent for new ones. */
  readonly orders?: readonly { readonly before?: Order | undefined; readonly after: Order }[];
  readonly ledger?: readonly LedgerLine[];
  readonly merchants?: readonly Merchant[];
  readonly tokens?: readonly Token[];
  readonly deletedTokens?: readonly { readonly merchantId: number; readonly tokenId: number }[];
  /** Card entries as they are now. */
  readonly cardEntries?: readonly CardEntry[];
  readonly counts?: readonly RuleCount[];
  readonly outbox?: readonly OutboxEntry[];
  readonly exchange?: Exchange | undefined;
}

export interface Verdict<R> extends Changes {
  readonly result: R;
}

/** A unit of work reads step by step (`const order = yield* orderOf(id)`) and returns all that changed. */
// biome-ignore lint/suspicious/noExplicitAny: the answer's type follows from the read; reads.ts gives it back.
export type Work<R> = Generator<Read, Verdict<R>, any>;

export interface Store {
  /** Runs `work` atomically and alone. A throw inside leaves nothing behind. */
  transact<R>(work: (fresh: Fresh) => Work<R>): Promise<R>;
  /** Hands out what is due and marks it in flight; what was in flight when a process died is due again. */
  claim(now: Instant, limit: number): Promise<readonly Due[]>;
  /** Keeps an attempt and where it leaves the notification. */
  attempted(
    id: number,
    attempt: AttemptRecord,
    next: { readonly state: NotificationState; readonly dueAt: Instant | null },
  ): Promise<void>;
  /** Keeps an exchange that changed nothing else, under the next id. */
  record(exchangeOf: (id: number) => Exchange): Promise<Exchange>;
  /** Changes a notification's state by hand: resend, release, hold. */
  requeue(
    id: number,
    next: { readonly state: NotificationState; readonly dueAt: Instant | null; readonly effects?: NotificationEffects },
  ): Promise<boolean>;
  /** Writes fixtures and adjustments as one commit, outside of any call. */
  furnish(changes: Changes): void;
  /** What ids and draws go by. */
  readonly seed: number;
  /** Takes another seed; only while there are no orders and no exchanges. */
  reseed(seed: number): void;
  /** Called after each commit, with what it changed, and after each attempt that was written. */
  onCommit: ((changes?: Changes) => void) | undefined;
  /** Keeps counts of rules that fired before anything was loaded. */
  count(counts: readonly RuleCount[]): void;
  /** Keeps small texts of the lane (clock, rules, seed) over restarts. */
  keep(name: string, value: string): void;
  kept(name: string): string | undefined;
  readonly views: Views;
  /** The whole lane as the bytes of an SQLite file. */
  serialize(): Buffer;
  close(): Promise<void>;
}

export interface OrderFilter {
  readonly merchantId?: number | undefined;
  readonly merchantReference?: string | undefined;
  readonly status?: OrderStatus | undefined;
  readonly limit?: number | undefined;
}

export interface RequestFilter {
  readonly operation?: string | undefined;
  readonly merchantId?: number | undefined;
  readonly merchantReference?: string | undefined;
  readonly orderId?: number | undefined;
  readonly responseCode?: string | undefined;
  readonly limit?: number | undefined;
}

/** Lists, for the control API and the pages. Newest first where a limit cuts. */
export interface Views {
  order(id: number): Order | undefined;
  orderByReference(merchantId: number, reference: string): Order | undefined;
  orders(filter: OrderFilter): readonly Order[];
  merchant(merchantId: number): Merchant | undefined;
  merchants(): readonly Merchant[];
  balances(merchantId: number): Readonly<Record<Currency, MinorUnits>>;
  tokens(): readonly Token[];
  token(merchantId: number, tokenId: number): Token | undefined;
  cardEntry(id: number): CardEntry | undefined;
  cardEntries(limit: number): readonly CardEntry[];
  ledger(filter: { readonly orderId?: number; readonly merchantId?: number }): readonly LedgerLine[];
  exchange(id: number): Exchange | undefined;
  exchanges(filter: RequestFilter): readonly Exchange[];
  /** All kept, oldest first, for expectations and replay. */
  journal(): IterableIterator<Exchange>;
  notifications(filter: {
    readonly orderId?: number | undefined;
    readonly id?: number | undefined;
    readonly limit?: number | undefined;
  }): readonly (OutboxEntry & { readonly attempts: readonly AttemptRecord[] })[];
  ruleCounts(): readonly RuleCount[];
  /** The earliest instant at which something falls due by itself: an expiry or a notification. */
  nextDue(after: { readonly expiries: boolean }): Instant | undefined;
  inFlight(): number;
}
