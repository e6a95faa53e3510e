import type { Policy } from "../facts/assumptions.js";
import type { AnswerName, CodeRow } from "../facts/codes.js";
import type { CompiledRule } from "../scenario/choose.js";
import type { LaneClock } from "./lane-clock.js";
import type { Log } from "./log.js";
import type { Store } from "./ports.js";
import type { RuleBook } from "./rule-book.js";

/** An isolated world: its own store, clock, seed and rules. */
export interface Lane {
  readonly name: string;
  readonly seed: number;
  readonly store: Store;
  readonly clock: LaneClock;
  readonly rules: RuleBook;
  readonly policy: Policy;
  /** Codes and messages as configured. */
  readonly codes: Readonly<Record<AnswerName, CodeRow>>;
  readonly log: Log;
  /** Called after a commit: something may have fallen due, somebody may be waiting for it. */
  readonly wake: () => void;
  /** Page completions that a rule asked for, by their instant. */
  readonly schedule: (task: ScheduledTask) => void;
  /** The magic amounts' rules, read when the first such amount is seen. Undefined with --no-magic. */
  readonly magic: (() => Promise<readonly CompiledRule[]>) | undefined;
  /** Whether test cards end as their row says. */
  readonly hasMagicCards: boolean;
}

/** A hosted checkout that completes without a browser. Plain data. */
export interface ScheduledTask {
  readonly at: number;
  readonly orderId: number;
  readonly action: "pay" | "decline" | "cancel" | "close";
  readonly card?: string | undefined;
  readonly reason?: string | undefined;
}
