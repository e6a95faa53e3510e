import type { Instant } from "../../domain/money.js";
import type { CompiledRule } from "../../scenario/choose.js";
import type { Subject } from "../../scenario/subject.js";
import type { InForce } from "../choices.js";
import type { SignatureState } from "../ports/exchange.js";
import type { Command, Result } from "./command.js";

/** The answer as it goes over the wire. */
export interface Answer {
  readonly http: number;
  readonly responseCode: string;
  readonly body: string;
  /** The guesses that it rests on, those that were observed included. */
  readonly assumed: readonly string[];
  /** Those of them that a calibration saw to be so. */
  readonly observed?: readonly string[];
}

/** The rule that completes a page by itself, and the scheduled task that is done with it: it ends in the command's own commit. */
export interface WantedBy {
  readonly rule: string;
  readonly taskId: number;
  /** When the task falls due. */
  readonly at: Instant;
}

/** A command with all that came with it. */
export interface CommandRequest {
  readonly operation: string;
  readonly command: Command;
  /** What the request itself says; the order's part is added here. */
  readonly subject: Subject;
  readonly signature: SignatureState;
  /** What is wrong with an invalid one. */
  readonly signatureFault?: string | undefined;
  /** Kept in the journal: no full card number. */
  readonly request: string;
  /** The rule that a header of the request is. */
  readonly header?: CompiledRule | undefined;
  /** The name of the rule that wants it, where a page completes itself. */
  readonly wantedBy?: WantedBy | undefined;
  /** Whether it is done for a rule, before the call that the rule matched: rules are asked of that call alone. */
  readonly isMeanwhile?: boolean | undefined;
  /** What it was read and checked by; absent: by nothing that may change. */
  readonly checkedBy?: { readonly edition?: number | undefined } | undefined;
  readonly answer: (result: Result, now: Instant, inForce: InForce) => Answer;
}
