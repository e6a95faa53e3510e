import type { Instant } from "../../core/domain/money.js";
import type { Order } from "../../core/domain/order.js";
import type { CompiledRule } from "../../core/scenario/matching/choose.js";
import type { Subject } from "../../core/scenario/values/subject.js";
import type { InForce } from "../choices.js";
import type { ArrivedCall } from "../journal/journal-call.js";
import type { Answer } from "../journal/reply.js";
import type { Result } from "../journal/result.js";
import type { Command } from "./command.js";

/** The rule that completes a page automatically, and its scheduled task. The command's own commit ends the task. */
export interface WantedBy {
  readonly rule: string;
  readonly taskId: number;
  /** When the task falls due. */
  readonly at: Instant;
}

/** A command and everything known about its call. */
export interface CommandRequest extends ArrivedCall {
  readonly operation: string;
  readonly command: Command;
  /** The members of the request itself. Those of the order are added here. */
  readonly subject: Subject;
  /** The order as the caller saw it. Only members that never change are used. */
  readonly order?: Order | undefined;
  /** The rule that the header X-Sandbox-Outcome stands for. */
  readonly header?: CompiledRule | undefined;
  /** The rule and task that caused it, if a rule completes the page automatically. */
  readonly wantedBy?: WantedBy | undefined;
  /** True if a rule causes this command just before another call is decided. Rules apply only to that call. */
  readonly isMeanwhile?: boolean | undefined;
  readonly answer: (result: Result, now: Instant, inForce: InForce) => Answer;
}
