import type { Instant, MinorUnits } from "../domain/money.js";
import type { Order } from "../domain/order.js";
import type { Token } from "../domain/token.js";
import type { CompiledRule } from "../scenario/choose.js";
import type { Then } from "../scenario/rule.js";
import type { RuleBook } from "./rules/rule-book.js";
import type { ElsewhereNews } from "./time/elsewhere.js";
import type { TimedLane } from "./time/pulse.js";
import type { Waiting } from "./time/waiting.js";

/** An isolated world: its own store, clock and rules. */
export interface Lane extends TimedLane {
  readonly rules: RuleBook;
  /** Woken by each commit and each attempt. */
  readonly waiting: Waiting;
  /** Told of what other processes do in it. */
  readonly elsewhere: ElsewhereNews;
  /** Where the lane's addresses begin, without a trailing slash. */
  readonly baseUrl: string;
  /** Called after a commit: something fell due, or will at `dueAt`. */
  readonly wake: (dueAt?: Instant) => void;
  /** The magic amounts' rules, read when the first such amount is seen. Undefined with --no-magic. */
  readonly magic: (() => Promise<readonly CompiledRule[]>) | undefined;
  /** Whether test cards end as their row says. */
  readonly hasMagicCards: boolean;
  /** Lets happen what a rule wants before its call is decided. */
  readonly prepare: (prelude: Prelude) => Promise<void>;
  /** Wraps what lets the notices of a payment go: the shopper's browser comes back around them. */
  readonly visiting: (
    order: Order,
    visits: NonNullable<Then["visits"]>,
    notices: { readonly ids: readonly number[]; readonly release: (() => void) | undefined },
  ) => () => void;
  /** Opens an address as the shopper's browser would; the HTTP status, null where none came. */
  readonly open: (url: string) => Promise<number | null>;
}

/** What a rule wants before its call is decided, and what the call is about. */
export interface Prelude {
  readonly then: Then;
  readonly merchantId: number;
  readonly order: Order | undefined;
  readonly token: Token | undefined;
  /** What the call says. */
  readonly amount: MinorUnits | undefined;
}

/** What a rule wants of a hosted checkout that completes without a browser. Plain data. */
export interface PageCompletion {
  readonly action: "pay" | "decline" | "cancel" | "close";
  readonly card?: string | undefined;
  readonly reason?: string | undefined;
  /** What the rule is called; absent in tasks of earlier versions. */
  readonly rule?: string | undefined;
}
