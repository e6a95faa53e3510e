import type { AnswerName } from "../../facts/codes.js";
import type { RuleTrace } from "../../scenario/choose.js";
import type { Subject } from "../../scenario/subject.js";

/** What the journal keeps of why a call went as it did: small, and enough to tell the rest when asked. */
export interface Explanation {
  /**
   * Names the scenarios of the start by what is in them; the other rules that were in force are found by the call's id.
   * Empty where no rule is asked; absent in what an earlier version wrote.
   */
  readonly scenarios?: string;
  readonly subject: Subject;
  /** Rules that matched: those that fired, and those that were counted and skipped. */
  readonly matched: readonly RuleTrace[];
  /** The assumptions that the answer rests on. */
  readonly assumed?: readonly string[];
  /** What was found, after the refusal's message. */
  readonly detail?: string | undefined;
  /** The refusal or decline that ended it; absent where it went through, or a rule gave its own code. */
  readonly ended?: AnswerName | undefined;
  /** What to do about it, where more is known than by what ended it. */
  readonly advice?: string | undefined;
  /** The order's options or its state forbade it: why, and the rule that wanted the page to complete itself so. */
  readonly forbidden?: { readonly why: string; readonly rule?: string | undefined } | undefined;
  /** What is wrong with the signature, where it is invalid. */
  readonly signatureFault?: string | undefined;
  /** What the rule that fired asked for. */
  readonly effects?: Readonly<Record<string, unknown>>;
}
