import type { SignatureState } from "../../app/ports/exchange.js";
import type { CallWarning } from "../../app/ports/explanation.js";
import type { HeldAnswer } from "../../app/ports/held-answer.js";
import type { Fired } from "../../scenario/matching/choose.js";
import type { FaultName } from "../../scenario/rule/rule.js";

/** An answer, and how it is sent. */
export interface Reply {
  readonly http: number;
  readonly body: string;
  readonly requestId: string;
  readonly signature: SignatureState;
  /** Why the signature is invalid. */
  readonly signatureFault?: string | undefined;
  readonly assumed: readonly string[];
  /** Those of the assumptions that a calibration has confirmed. */
  readonly observed?: readonly string[] | undefined;
  /** For example, unknown parameters. */
  readonly warnings?: readonly CallWarning[] | undefined;
  /** The W3C traceparent of the call. */
  readonly traceparent?: string | undefined;
  readonly rule?: string | undefined;
  /** True if the rule's decline waits for the first attempt on the page that the call opened. */
  readonly isCarried?: boolean | undefined;
  /** Real time to wait before sending the answer. 0 on a frozen clock. */
  readonly delayMs: number;
  /** The gate at which the answer waits first. */
  readonly held?: HeldAnswer | undefined;
  readonly fault?: FaultName | undefined;
  /** Call this once the answer was sent or cut. */
  readonly release?: (() => void) | undefined;
}

/** The parts of a rule that affect how the answer is sent. */
export function effectsOf(fired: Fired | undefined, isFrozen: boolean): Pick<Reply, "rule" | "delayMs" | "fault"> {
  if (!fired) return { delayMs: 0 };
  return {
    rule: fired.rule.rule.name ?? fired.rule.id,
    delayMs: fired.delayMs !== undefined && !isFrozen ? fired.delayMs : 0,
    fault: fired.then.fault,
  };
}
