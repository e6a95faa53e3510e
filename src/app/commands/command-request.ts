import type { Instant } from "../../domain/money.js";
import type { Order } from "../../domain/order.js";
import type { CompiledRule } from "../../scenario/matching/choose.js";
import type { Subject } from "../../scenario/values/subject.js";
import type { InForce } from "../choices.js";
import type { SignatureState } from "../ports/exchange.js";
import type { CallWarning } from "../ports/explanation.js";
import type { CheckedBy } from "./checked-by.js";
import type { Command, Result } from "./command.js";

/** The answer as it is sent. */
export interface Answer {
  readonly http: number;
  readonly responseCode: string;
  readonly body: string;
  /** The assumptions behind it, including confirmed ones. */
  readonly assumed: readonly string[];
  /** The members of `assumed` that a calibration has confirmed. */
  readonly observed?: readonly string[] | undefined;
}

/** The rule that completes a page automatically, and its scheduled task. The command's own commit ends the task. */
export interface WantedBy {
  readonly rule: string;
  readonly taskId: number;
  /** When the task falls due. */
  readonly at: Instant;
}

/** A command and everything known about its call. */
export interface CommandRequest {
  readonly operation: string;
  readonly command: Command;
  /** The members of the request itself. Those of the order are added here. */
  readonly subject: Subject;
  /** The order as the caller saw it. Only members that never change are used. */
  readonly order?: Order | undefined;
  readonly signature: SignatureState;
  /** Why an invalid signature is invalid. */
  readonly signatureFault?: string | undefined;
  /** For example, unknown parameters. */
  readonly warnings?: readonly CallWarning[] | undefined;
  /** The call's W3C traceparent. Absent if there was none, or if it was invalid. */
  readonly traceparent?: string | undefined;
  /** For the journal: contains no full card number. */
  readonly request: string;
  /** The rule that the header X-Sandbox-Outcome stands for. */
  readonly header?: CompiledRule | undefined;
  /** The rule and task that caused it, if a rule completes the page automatically. */
  readonly wantedBy?: WantedBy | undefined;
  /** True if a rule causes this command just before another call is decided. Rules apply only to that call. */
  readonly isMeanwhile?: boolean | undefined;
  /** The state of the lane against which the call was checked. Absent if nothing that it depends on can change. */
  readonly checkedBy?: CheckedBy | undefined;
  readonly answer: (result: Result, now: Instant, inForce: InForce) => Answer;
}
