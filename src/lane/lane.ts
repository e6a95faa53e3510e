import type { Instant, MinorUnits } from "../core/domain/money.js";
import type { Order } from "../core/domain/order.js";
import type { Token } from "../core/domain/token.js";
import type { CompiledRule } from "../core/scenario/matching/choose.js";
import type { Then } from "../core/scenario/rule/rule.js";
import type { RuleBook } from "./rules/rule-book.js";
import type { ChangeFeed } from "./time/change-feed.js";
import type { TimedLane } from "./time/pulse.js";
import type { Waiting } from "./time/waiting.js";
import type { ShopSpans } from "./traces/shop-spans.js";

/** An isolated world with its own store, clock and rules. */
export interface Lane extends TimedLane {
  readonly rules: RuleBook;
  /** Woken by each commit and each delivery attempt. */
  readonly waiting: Waiting;
  /** Reports changes that other processes make in this lane. */
  readonly changeFeed: ChangeFeed;
  /** The spans that the shop has posted. */
  readonly shopSpans: ShopSpans;
  /** The base of the lane's addresses, without a trailing slash. */
  readonly baseUrl: string;
  /** Call after a commit, if something became due or will become due at `dueAt`. */
  readonly wake: (dueAt?: Instant) => void;
  /** The rules of the magic amounts, loaded when the first such amount occurs. Undefined with --no-magic. */
  readonly magic: (() => Promise<readonly CompiledRule[]>) | undefined;
  /** True if test cards have the outcomes in their table. */
  readonly hasMagicCards: boolean;
  /** Makes others act just before a call is decided, as its rule asks. */
  readonly prepare: (prelude: Prelude) => Promise<void>;
  /**
   * Wraps the release of a payment's notifications, so that the shopper's browser can return before or after them.
   */
  readonly visiting: (
    order: Order,
    visits: NonNullable<Then["visits"]>,
    notices: { readonly ids: readonly number[]; readonly release: (() => void) | undefined },
  ) => () => void | Promise<void>;
  /** Opens an address as the shopper's browser would. Returns the HTTP status, or null if no answer came. */
  readonly open: (url: string) => Promise<number | null>;
}

/** What others shall do before a call is decided, and the call's subject. */
export interface Prelude {
  readonly then: Then;
  readonly merchantId: number;
  readonly order: Order | undefined;
  readonly token: Token | undefined;
  /** The amount of the call. */
  readonly amount: MinorUnits | undefined;
}

/** A task to complete a hosted checkout without a browser, as a rule asks. Plain data. */
export interface PageCompletion {
  readonly action: "pay" | "decline" | "cancel" | "close";
  readonly card?: string | undefined;
  readonly reason?: string | undefined;
  /** The rule's name. Absent in tasks of earlier versions. */
  readonly rule?: string | undefined;
}
