import type { Instant } from "../domain/money.js";
import type { CompiledRule } from "../scenario/choose.js";
import type { RuleBook } from "./rules/rule-book.js";
import type { TimedLane } from "./time/pulse.js";
import type { Waiting } from "./time/waiting.js";

/** An isolated world: its own store, clock and rules. */
export interface Lane extends TimedLane {
  readonly rules: RuleBook;
  /** Woken by each commit and each attempt. */
  readonly waiting: Waiting;
  /** Where the lane's addresses begin, without a trailing slash. */
  readonly baseUrl: string;
  /** Called after a commit: something fell due, or will at `dueAt`. */
  readonly wake: (dueAt?: Instant) => void;
  /** The magic amounts' rules, read when the first such amount is seen. Undefined with --no-magic. */
  readonly magic: (() => Promise<readonly CompiledRule[]>) | undefined;
  /** Whether test cards end as their row says. */
  readonly hasMagicCards: boolean;
}

/** What a rule wants of a hosted checkout that completes without a browser. Plain data. */
export interface PageCompletion {
  readonly action: "pay" | "decline" | "cancel" | "close";
  readonly card?: string | undefined;
  readonly reason?: string | undefined;
  /** What the rule is called; absent in tasks of earlier versions. */
  readonly rule?: string | undefined;
}
