import type { CardEntry } from "../../domain/card-entry.js";
import type { Capabilities, FreshIds } from "../../domain/decision.js";
import type { LedgerLine } from "../../domain/ledger.js";
import type { Currency, Instant, MinorUnits } from "../../domain/money.js";
import type { Order, OrderStatus } from "../../domain/order.js";
import type { Token } from "../../domain/token.js";
import type { Following } from "./elsewhere.js";
import type { Exchange } from "./exchange.js";
import type { LaneChanges, LaneState, RuleRecord, StoredRule } from "./lane-record.js";
import type { AttemptRecord, Due, NotificationEffects, NotificationState, OutboxEntry } from "./outbox.js";
import type { ScheduledTask } from "./scheduled-task.js";

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
  /** The lane's record and its time. */
  | { readonly read: "lane" }
  /** Whether the lane has an order or a call: its seed stays then. */
  | { readonly read: "has-history" }
  /** The first task that is due, if any. */
  | { readonly read: "due-task"; readonly now: Instant }
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
  /** The id of the newest call; 0: there was none. */
  lastExchange(): number;
  notificationId(): number;
  ruleId(): string;
  taskId(): number;
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
  /** Rules that are counted from nothing again. */
  readonly forgottenCounts?: readonly string[];
  readonly lane?: LaneChanges;
  readonly rules?: { readonly added?: readonly StoredRule[]; readonly removed?: readonly string[] };
  readonly tasks?: { readonly added?: readonly ScheduledTask[]; readonly ended?: readonly number[] };
  readonly outbox?: readonly OutboxEntry[];
  readonly exchange?: Exchange | undefined;
}

export interface Verdict<R> extends Changes {
  readonly result: R;
}

/** A unit of work reads step by step (`const order = yield* orderOf(id)`) and returns all that changed. */
// biome-ignore lint/suspicious/noExplicitAny: the answer's type follows from the read; reads.ts gives it back.
export type Work<R> = Generator<Read, Verdict<R>, any>;

/** Runs units of work. */
export interface Transactions {
  /** Runs `work` atomically and alone. A throw inside leaves nothing behind. */
  transact<R>(work: (fresh: Fresh) => Work<R>): Promise<R>;
}

/** Where a notification stands after an attempt, or by hand. */
export interface NextAttempt {
  readonly state: NotificationState;
  readonly dueAt: Instant | null;
}

/** Hands out notifications, and keeps what came of them. */
export interface Outbox {
  /** Hands out what is due and marks it in flight; what was in flight when a process died is due again. */
  claim(now: Instant, limit: number): Promise<readonly Due[]>;
  /** Looks at a claim again just before it is sent; undefined where another process has it by now, or none. */
  sending(id: number): Promise<Due | undefined>;
  /** Keeps an attempt and where it leaves the notification. False where another process took the claim over meanwhile. */
  attempted(id: number, attempt: AttemptRecord, next: NextAttempt): Promise<boolean>;
  /** Keeps the same attempt of several that are in flight and had as many before; tells of which of them it was kept. */
  attemptedTogether(ids: readonly number[], attempt: AttemptRecord, next: NextAttempt): Promise<readonly number[]>;
  /** Changes a notification's state by hand: resend, release, hold. False where there is none. */
  requeue(id: number, next: NextAttempt & { readonly effects?: NotificationEffects }): Promise<boolean>;
  /** How many other processes have in flight. */
  elsewhere(): Promise<number>;
}

/** Moves the lane's clock. */
export interface Moves {
  /** Runs a move while no other process moves the clock. */
  alone<T>(move: () => Promise<T>): Promise<T>;
}

/** Copies a whole lane. */
export interface Snapshots {
  /** The lane as bytes that the same kind of store opens again. */
  snapshot(): Promise<Buffer>;
}

/** Answers without waiting where it can. */
export interface Known {
  lane(): LaneState | Promise<LaneState>;
  merchant(merchantId: number): Merchant | undefined | Promise<Merchant | undefined>;
}

/** All of a lane's data. Each user takes the part that it needs. */
export interface Store extends Transactions, Outbox, Moves, Snapshots {
  readonly views: Views;
  /** Runs `look` with views of one instant, whatever others write meanwhile; absent where nobody writes between two reads. */
  atOneInstant?<T>(look: (views: Views) => Promise<T>): Promise<T>;
  /** Follows what other processes do in the lane, from now on; absent where there are none. */
  follow?(): Promise<Following>;
  /** What this process knows without asking, perhaps no more the newest: a unit of work that builds on it looks at the edition. */
  readonly known: Known;
  /** Called after each commit, with what it changed, and after each attempt that was written. */
  onCommit: ((changes?: Changes) => void) | undefined;
  close(how?: Closing): Promise<void>;
}

/** How a store is closed. */
export interface Closing {
  /** Nobody will open what it holds again. */
  readonly isDropped?: boolean;
}

export interface OrderFilter {
  readonly merchantId?: number | undefined;
  readonly merchantReference?: string | undefined;
  readonly status?: OrderStatus | undefined;
  /** Only what is older than this id: the key that lists are paged by. */
  readonly before?: number | undefined;
  readonly limit?: number | undefined;
}

export interface RequestFilter {
  readonly operation?: string | undefined;
  readonly merchantId?: number | undefined;
  readonly merchantReference?: string | undefined;
  readonly orderId?: number | undefined;
  readonly responseCode?: string | undefined;
  /** Only what is older than this id. */
  readonly before?: number | undefined;
  readonly limit?: number | undefined;
}

/** A promise only where the store has to wait: each call asks, and a hop through the event loop costs more than the answer. */
export type Soon<T> = T | Promise<T>;

/** A part of a list that ascends by a key; all of it where nothing is said. */
export interface PageAfter<K> {
  readonly after?: K | undefined;
  readonly limit?: number | undefined;
}

export interface TokenKey {
  readonly merchantId: number;
  readonly tokenId: number;
}

/** Reads outside of a unit of work, for the control API and the pages. Newest first where a limit cuts. */
export interface Views {
  lane(): Soon<LaneState>;
  order(id: number): Promise<Order | undefined>;
  orderByReference(merchantId: number, reference: string): Promise<Order | undefined>;
  orders(filter: OrderFilter): Promise<readonly Order[]>;
  merchant(merchantId: number): Soon<Merchant | undefined>;
  merchants(page?: PageAfter<number>): Promise<readonly Merchant[]>;
  balances(merchantId: number): Promise<Readonly<Record<Currency, MinorUnits>>>;
  tokens(page?: PageAfter<TokenKey>): Promise<readonly Token[]>;
  token(merchantId: number, tokenId: number): Promise<Token | undefined>;
  cardEntry(id: number): Promise<CardEntry | undefined>;
  cardEntries(page: { readonly before?: number | undefined; readonly limit: number }): Promise<readonly CardEntry[]>;
  ledger(filter: { readonly orderId?: number; readonly merchantId?: number }): Promise<readonly LedgerLine[]>;
  exchange(id: number): Promise<Exchange | undefined>;
  exchanges(filter: RequestFilter): Promise<readonly Exchange[]>;
  /** A page of the journal, oldest first, behind the exchange of this id. */
  exchangesAfter(id: number, limit: number): Promise<readonly Exchange[]>;
  /** What the record said of the rules that were in force for the call of this id. */
  rulesFor(exchangeId: number): Promise<RuleRecord>;
  /** How many of the oldest calls the journal has dropped: it is bounded in bytes. */
  droppedExchanges(): Promise<number>;
  notifications(filter: {
    readonly orderId?: number | undefined;
    readonly id?: number | undefined;
    /** Only what is older than this id. */
    readonly before?: number | undefined;
    readonly limit?: number | undefined;
  }): Promise<readonly (OutboxEntry & { readonly attempts: readonly AttemptRecord[] })[]>;
  ruleCounts(): Promise<readonly RuleCount[]>;
  /** The earliest instant at which something falls due by itself: an expiry, a notification or a task. */
  nextDue(after: { readonly expiries: boolean }): Promise<Instant | undefined>;
  inFlight(): Promise<number>;
}
