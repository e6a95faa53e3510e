import type { Instant } from "../../core/domain/money.js";
import type { NotAllowed } from "../../core/domain/payable-by.js";
import type { FaultName, Then } from "../../core/scenario/rule/rule.js";
import type { SignatureState } from "../ports/exchange.js";
import type { Arrival, CallWarning } from "../ports/explanation.js";
import type { HeldAnswer } from "../ports/held-answer.js";
import type { Result } from "./result.js";

/** The answer, as the journal keeps it. */
export interface Answer {
  readonly http: number;
  readonly responseCode: string;
  readonly body: string;
  /** The assumptions behind it, including confirmed ones. */
  readonly assumed: readonly string[];
  /** The members of `assumed` that a calibration has confirmed. */
  readonly observed?: readonly string[] | undefined;
}

/** The reply to a call: its answer, and how it is sent. */
export interface Reply extends Answer {
  readonly requestId: string;
  readonly operation: string;
  readonly arrival?: Arrival | undefined;
  /** The body of the call. Absent if none was read. */
  readonly sent?: string | undefined;
  /** When the call happened, on the lane's clock. */
  readonly at: Instant;
  readonly result: Result;
  readonly signature: SignatureState;
  /** Why the signature is invalid, or why the merchant has no key that checks it. */
  readonly signatureFault?: string | undefined;
  /** For example, unknown parameters. */
  readonly warnings?: readonly CallWarning[] | undefined;
  /** What else the answer warns of, in clauses. */
  readonly notes: readonly string[];
  /** The W3C traceparent of the call. */
  readonly traceparent?: string | undefined;
  readonly rule?: string | undefined;
  /** True if the rule's decline waits for the first attempt on the page that the call opened. */
  readonly isCarried?: boolean | undefined;
  /** Set if the page's options forbid the act: no rule was tried, and nothing was decided. */
  readonly notAllowed?: NotAllowed | undefined;
  /** Real time to wait before sending the answer. 0 on a frozen clock. */
  readonly delayMs: number;
  /** True if the journal has the answer as not sent, because a rule holds it back. */
  readonly isUnsent?: true | undefined;
  /** The gate at which the answer waits first. */
  readonly held?: HeldAnswer | undefined;
  readonly fault?: FaultName | undefined;
  /** With `fault`: what becomes of copies that the HTTP client sends by itself. */
  readonly copies?: Then["copies"];
  /** Call this once the answer was sent or cut: its notifications may leave then. Undefined if there are none. */
  readonly release?: (() => void) | undefined;
}
