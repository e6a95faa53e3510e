import type { CardEntry } from "../../core/domain/card-entry.js";
import type { Capabilities, FreshIds } from "../../core/domain/decision.js";
import type { LedgerLine } from "../../core/domain/ledger.js";
import type { Currency, Instant, MinorUnits } from "../../core/domain/money.js";
import type { Order, OrderStatus } from "../../core/domain/order.js";
import type { Token } from "../../core/domain/token.js";
import type { Count, Counter } from "../../core/scenario/matching/choose.js";
import type { Following } from "./change-feed.js";
import type { Exchange } from "./exchange.js";
import type { LaneChanges, LaneState, RuleRecord, StoredRule } from "./lane-record.js";
import type { AttemptRecord, Notice, NotificationEffects, NotificationState, OutboxEntry } from "./outbox.js";
import type { ScheduledTask } from "./time.js";

export interface Merchant {
  readonly merchantId: number;
  /** X.509 SubjectPublicKeyInfo, as given: PEM or bare base64. */
  readonly publicKeys: readonly string[];
  readonly capabilities: Capabilities;
}

/** How often a rule matched, and how often it fired, for one key. */
export type RuleCount = Count;

/** A page of orders that can be settled, ascending by id. */
export interface SettleablePage {
  readonly merchantId?: number | undefined;
  readonly afterId: number;
  readonly limit: number;
}

/**
 * What a unit of work reads: the lane as it is now. Each read answers at once. In a shared store a read may throw, to
 * fetch the answer and run the unit again from its start, so a unit must not catch.
 */
export interface Tx {
  /** Ids for new records. A unit that runs again gets the same ones. */
  readonly fresh: Fresh;
  /** The lane's record and its time. */
  lane(): LaneState;
  /** True if the lane has an order or a call. Its seed then no longer changes. */
  hasHistory(): boolean;
  /** The task that falls due first, if it is due at `now`. */
  dueTask(now: Instant): ScheduledTask | undefined;
  order(id: number): Order | undefined;
  /** The newest order with this reference. */
  orderByReference(merchantId: number, reference: string): Order | undefined;
  /** The same, ignoring the case of ASCII letters. The exact spelling comes first. */
  orderInAnyCase(merchantId: number, reference: string): Order | undefined;
  merchant(merchantId: number): Merchant | undefined;
  token(merchantId: number, tokenId: number): Token | undefined;
  tokens(merchantId: number, userId?: string): readonly Token[];
  cardEntry(id: number): CardEntry | undefined;
  unsettled(merchantId: number, currency: Currency): MinorUnits;
  /** Zeros if the rule has no counter under this key. */
  ruleCount(ruleId: string, key: string): Counter;
  expired(now: Instant, limit: number): readonly Order[];
  settleable(page: SettleablePage): readonly Order[];
}

/** What a unit of work names, so that a shared store can fetch it ahead. It may name too much or too little. */
export interface Named {
  readonly merchantId?: number | undefined;
  readonly orderIds?: readonly (number | undefined)[];
  readonly reference?: string | undefined;
  readonly tokenId?: number | undefined;
  /** True if the merchant's unsettled balances are needed. */
  readonly hasBalances?: boolean;
}

/** Ids for the records that a commit creates. */
export interface Fresh extends FreshIds {
  exchangeId(): number;
  /** The id of the newest call. 0 if there was none. */
  lastExchange(): number;
  notificationId(): number;
  ruleId(): string;
  taskId(): number;
}

/** Everything that one commit writes. */
export interface Changes {
  /** The changed orders. `before` is absent for new ones. */
  readonly orders?: readonly { readonly before?: Order | undefined; readonly after: Order }[];
  readonly ledger?: readonly LedgerLine[];
  readonly merchants?: readonly Merchant[];
  readonly tokens?: readonly Token[];
  readonly deletedTokens?: readonly TokenKey[];
  /** The changed card entries. */
  readonly cardEntries?: readonly CardEntry[];
  readonly counts?: readonly RuleCount[];
  /** Ids of rules whose counts start at zero again. */
  readonly forgottenCounts?: readonly string[];
  readonly lane?: LaneChanges;
  readonly rules?: { readonly added?: readonly StoredRule[]; readonly removed?: readonly string[] };
  readonly tasks?: { readonly added?: readonly ScheduledTask[]; readonly ended?: readonly number[] };
  readonly outbox?: readonly OutboxEntry[];
  readonly exchange?: Exchange | undefined;
}

export interface UnitResult<R> extends Changes {
  readonly result: R;
}

/**
 * A unit of work: a plain function of what it reads, without side effects. It returns its result and all its changes.
 * A shared store may run it several times.
 */
export type Work<R> = (tx: Tx) => UnitResult<R>;

export interface UnitOptions<R> {
  readonly names?: (() => Named) | undefined;
  /** Called before the commit, once the unit has ended. If the commit fails, the returned function undoes it. */
  readonly hold?: ((result: R) => (() => void) | undefined) | undefined;
}

/** Runs units of work. */
export interface Transactions {
  /** Runs `work` atomically and alone. If it throws, nothing is stored. */
  transact<R>(work: Work<R>, options?: UnitOptions<R>): Promise<R>;
}

/** A notification's state after an attempt or a manual action. */
export interface NextAttempt {
  readonly state: NotificationState;
  readonly dueAt: Instant | null;
}

/** A notification that an attempt or a manual action has changed. */
export interface MovedNotification {
  readonly id: number;
  readonly state: NotificationState;
  readonly attempt?: AttemptRecord;
}

/** Claims notifications for sending, and records the results. */
export interface Outbox {
  /** Claims due notifications and marks them as in flight. If a process dies, those in flight are due again. */
  claim(now: Instant, limit: number): Promise<readonly OutboxEntry[]>;
  /**
   * Checks a claim again just before sending. Undefined if another process has taken it over, or the notification is
   * gone.
   */
  sending(id: number): Promise<OutboxEntry | undefined>;
  /** Records an attempt and the next state. False if another process has taken over the claim. */
  attempted(id: number, attempt: AttemptRecord, next: NextAttempt): Promise<boolean>;
  /**
   * Records the same attempt for several notifications in flight with equal attempt counts. Returns the ids of those
   * that it updated.
   */
  attemptedTogether(ids: readonly number[], attempt: AttemptRecord, next: NextAttempt): Promise<readonly number[]>;
  /** Changes a notification's state manually: resend, release, hold. False if there is no such notification. */
  requeue(id: number, next: NextAttempt & { readonly effects?: NotificationEffects }): Promise<boolean>;
  /**
   * How many notifications are in flight besides this process's own ones: another process has them, or the answer to
   * their claim was lost.
   */
  inFlightBesides(own: readonly number[]): Promise<number>;
}

/** All of a lane's data. Each user depends only on the part that it needs. */
export interface Store extends Transactions, Outbox {
  readonly views: Views;
  /** Runs a move of the lane's clock while no other process can move it. */
  alone<T>(move: () => Promise<T>): Promise<T>;
  /** The lane as bytes. The same kind of store can open them again. */
  snapshot(): Promise<Buffer>;
  /**
   * Runs `look` with views of a single instant, even if others write in the meantime. Absent if nobody else can write
   * between two reads.
   */
  atOneInstant?<T>(look: (views: Views) => Promise<T>): Promise<T>;
  /** Reports other processes' changes in the lane from now on. Absent if there are no other processes. */
  follow?(): Promise<Following>;
  /** Replaces a call's explanation in the journal. Does nothing if the journal has dropped the call. */
  amend(exchange: Pick<Exchange, "id" | "explain">): Promise<void>;
  /**
   * Called after each commit with its changes, and after each attempt and manual action with the notifications that
   * moved.
   */
  onCommit: ((changes?: Changes, moved?: readonly MovedNotification[]) => void) | undefined;
  close(how?: Closing): Promise<void>;
}

/** Options for closing a store. */
export interface Closing {
  /** True if nobody will open its contents again. */
  readonly isDropped?: boolean;
  /**
   * Reads the store one last time, after its last write and before it is released. A store in memory doesn't wait for
   * it.
   */
  readonly lastLook?: (() => Promise<void>) | undefined;
}

/** The newest entries of a list. */
interface Newest {
  /** Only entries older than this id. List pages use it as their key. */
  readonly before?: number | undefined;
  readonly limit?: number | undefined;
}

export interface OrderFilter extends Newest {
  readonly merchantId?: number | undefined;
  readonly merchantReference?: string | undefined;
  readonly status?: OrderStatus | undefined;
}

export interface RequestFilter extends Newest {
  readonly operation?: string | undefined;
  readonly merchantId?: number | undefined;
  readonly merchantReference?: string | undefined;
  readonly orderId?: number | undefined;
  readonly responseCode?: string | undefined;
}

/**
 * A promise only if the store has to wait. This type is used for each call, and an extra turn of the event loop costs
 * more than the answer.
 */
export type Soon<T> = T | Promise<T>;

/** A part of a list that ascends by a key. By default, the whole list. */
export interface PageAfter<K> {
  readonly after?: K | undefined;
  readonly limit?: number | undefined;
}

export interface TokenKey {
  readonly merchantId: number;
  readonly tokenId: number;
}

export interface AttemptKey {
  readonly notificationId: number;
  readonly n: number;
}

/** An attempt with its notification as it is now. */
export type Attempt = AttemptRecord & { readonly notification: OutboxEntry };

export type Movement = LedgerLine & { readonly id: number };

/** Reads outside a unit of work, for the control API and the pages. A limit returns the newest entries. */
export interface Views {
  lane(): Soon<LaneState>;
  order(id: number): Promise<Order | undefined>;
  orderByReference(merchantId: number, reference: string): Promise<Order | undefined>;
  orders(filter: OrderFilter): Promise<readonly Order[]>;
  /** How many of the newest `limit` orders have each status now. */
  orderCounts(limit: number): Promise<Readonly<Partial<Record<OrderStatus, number>>>>;
  merchant(merchantId: number): Soon<Merchant | undefined>;
  merchants(page?: PageAfter<number>): Promise<readonly Merchant[]>;
  balances(merchantId: number): Promise<Readonly<Record<Currency, MinorUnits>>>;
  tokens(page?: PageAfter<TokenKey>): Promise<readonly Token[]>;
  token(merchantId: number, tokenId: number): Promise<Token | undefined>;
  cardEntry(id: number): Promise<CardEntry | undefined>;
  cardEntries(page: Newest & { readonly limit: number }): Promise<readonly CardEntry[]>;
  ledger(filter: { readonly orderId?: number; readonly merchantId?: number }): Promise<readonly LedgerLine[]>;
  exchange(id: number): Promise<Exchange | undefined>;
  exchanges(filter: RequestFilter): Promise<readonly Exchange[]>;
  /** A page of the journal, oldest first, starting after the exchange with this id. */
  exchangesAfter(id: number, limit: number): Promise<readonly Exchange[]>;
  /** The rules that were in force for the call with this id. */
  rulesFor(exchangeId: number): Promise<RuleRecord>;
  /** How many of the oldest calls the journal has dropped to stay within its limit in bytes. */
  droppedExchanges(): Promise<number>;
  notifications(
    filter: Newest & { readonly orderId?: number | undefined; readonly id?: number | undefined },
  ): Promise<readonly Notice[]>;
  /** Attempts to deliver, newest first, each with its notification. `before`: only those that were made earlier. */
  attempts(page: { readonly before?: AttemptKey | undefined; readonly limit: number }): Promise<readonly Attempt[]>;
  /** The ledger lines of the merchants' own accounts, one for each movement of money, newest first. */
  movements(
    filter: Pick<RequestFilter, "orderId" | "merchantId" | "before"> & { readonly limit: number },
  ): Promise<readonly Movement[]>;
  ruleCounts(): Promise<readonly RuleCount[]>;
  /** The earliest instant at which an expiry, a notification or a task is due. */
  nextDue(after: { readonly expiries: boolean }): Promise<Instant | undefined>;
  inFlight(): Promise<number>;
}
