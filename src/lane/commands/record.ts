import { wrongExpiry } from "../../core/domain/decide/create-order.js";
import type { Instant } from "../../core/domain/money.js";
import { type Order, statusOf } from "../../core/domain/order.js";
import type { AssumptionId } from "../../core/facts/assumptions.js";
import type { Choice, CompiledRule, Fired } from "../../core/scenario/matching/choose.js";
import { isPaymentCall } from "../../core/scenario/values/operations.js";
import type { InForce } from "../choices.js";
import { demoTokens } from "../fixtures.js";
import { heldBy, holding } from "../gates.js";
import { journalCall } from "../journal/journal-call.js";
import type { Answer, Reply } from "../journal/reply.js";
import type { Result } from "../journal/result.js";
import {
  type NotificationCause,
  notifyOptionsOf,
  paymentNotifications,
  tokenNotifications,
  unpaidForgery,
} from "../notifications/notification.js";
import type { Exchange } from "../ports/exchange.js";
import type { Explanation } from "../ports/explanation.js";
import type { HeldAnswer } from "../ports/held-answer.js";
import type { OutboxEntry } from "../ports/outbox.js";
import type { Changes, Fresh, Tx, UnitResult } from "../ports/store.js";
import type { ScheduledTask } from "../ports/time.js";
import { carries, countingOf } from "./carry.js";
import type { Chosen } from "./choose-rule.js";
import type { CommandResult } from "./command.js";
import type { CommandRequest } from "./command-request.js";
import { taskOf, usedUp } from "./fired-rule.js";
import type { LoadedCall } from "./load-call.js";
import type { DecidedCall } from "./perform.js";

/** A committed call: its reply, and everything left to do before and after it is sent. */
export interface CommittedCall {
  readonly reply: Reply;
  readonly fired?: Fired | undefined;
  /** What a rule lets the shopper do on the page that the call opened. */
  readonly task?: ScheduledTask | undefined;
  /** True if the shopper acts before the call is answered, so that the shop's next call finds it done. */
  readonly actsAtOnce?: boolean | undefined;
  /** Notifications to send before the answer. */
  readonly beforeAnswer: readonly number[];
  /** The id of its call if it has notifications. They are held back until the answer was sent. */
  readonly notifies?: number | undefined;
  /** True if only a rule causes its notifications. */
  readonly isAdded: boolean;
  /** The order that the call opened. */
  readonly opened?: Order | undefined;
  /** The order whose sale was approved just now, with its notifications. */
  readonly paid?: { readonly order: Order; readonly outbox: readonly OutboxEntry[] } | undefined;
}

/** A call that was answered without a decision: there is nothing to do but to send its reply. */
export const undecided = (reply: Reply): CommittedCall => ({ reply, beforeAnswer: NONE, isAdded: false });

/** A call that was decided and answered. */
export interface AnsweredCommand {
  readonly call: CommandRequest;
  readonly loaded: LoadedCall;
  readonly chosen: Chosen;
  readonly decided: DecidedCall;
  readonly answer: Answer;
}

/** Writes everything that belongs to the call: its changes, notifications, rule counts, tasks and journal entry. */
export function record(answered: AnsweredCommand, tx: Tx): UnitResult<CommittedCall> {
  const { call, loaded, chosen, decided } = answered;
  const { now, state } = loaded;
  const { choice, carried } = chosen;
  const { result } = decided;
  const { fresh } = tx;
  const isNewcomer = loaded.isNewMerchant && !decided.isUnknownMerchant;
  const answer = isNewcomer ? assumingMerchant(answered) : answered.answer;
  const requestId = fresh.exchangeId();
  const notify = notifyOptionsOf(choice.fired);
  const traceparent = traceOf(call, loaded);
  const outbox = notificationsOf(decided, fresh, {
    now,
    causedBy: requestId,
    notify,
    policy: loaded.choices.policy,
    traceparent,
  });
  const isCarried = carries(result, carried);
  const met = (loaded.order ?? loaded.cardEntry)?.carried;
  const task = taskOf(choice, call, result, now, fresh);
  const existing = existingIn(answered);
  const { exchange, reply } = journalCall(state, {
    id: requestId,
    call: traceparent === call.traceparent ? call : { ...call, traceparent },
    subject: loaded.subject,
    about: ("order" in result ? result.order : loaded.order) ?? existing ?? "none",
    statusBefore: existing && statusOf(existing, now),
    answer,
    result,
    fired: choice.fired,
    isCarried,
    why: {
      scenarios: loaded.rules.scenarios,
      matched: choice.matched,
      isRepeated: existing && result.kind !== "refused" ? true : undefined,
      hasMadeMerchant: isNewcomer ? true : undefined,
      forbidden: forbiddenBy(call, result),
      unsettledMinor: isShortOfBalance(result) ? loaded.unsettled : undefined,
      clockAheadMs: clockAheadOf(answered),
    },
  });
  const held = heldAt(choice, result, exchange, state.realNow);
  const written = {
    ...decided.changes,
    counts: carried || met ? countingOf(tx, choice, carried, met) : choice.counts,
    outbox,
    exchange,
    result: {
      reply: held ? { ...reply, held } : reply,
      fired: choice.fired,
      task,
      actsAtOnce: task !== undefined && task.at <= now && !loaded.rules.rules.some(visitsShopFirst),
      beforeAnswer: beforeAnswer(outbox),
      notifies: outbox[0]?.causedBy,
      isAdded: !decided.paid && !decided.saved,
      opened: call.command.kind === "create-order" && result.kind === "order" ? result.order : undefined,
      paid: decided.paid && { order: decided.paid, outbox },
    },
  };
  if (!choice.fired && !call.wantedBy && !isNewcomer) return written;
  return {
    ...written,
    ...holding(state, held),
    ...(isNewcomer ? newMerchant(loaded, decided.changes) : undefined),
    ...usedUp(choice),
    ...tasksOf(task, call),
  };
}

/** ASSUMED(new-merchant): the first call of a merchant makes it. */
const assumingMerchant = ({ answer, loaded: { choices } }: AnsweredCommand): Answer =>
  assuming(answer, ["new-merchant"], choices);

/** The answer with more guesses that it rests on. None of them is given twice. */
export function assuming(answer: Answer, guesses: readonly AssumptionId[], { observed }: InForce): Answer {
  const more = guesses.filter((id) => !answer.assumed.includes(id));
  if (more.length === 0) return answer;
  const seen = more.filter((id) => observed.has(id));
  return {
    ...answer,
    assumed: [...answer.assumed, ...more],
    observed: seen.length > 0 ? [...(answer.observed ?? []), ...seen] : answer.observed,
  };
}

/** The order that already has the call's reference, if that decided the call. */
function existingIn({ loaded: { existingOrder }, decided: { result }, chosen }: AnsweredCommand): Order | undefined {
  if (!existingOrder || chosen.stopped) return undefined;
  const isRepeated = "order" in result && result.order?.id === existingOrder.id;
  return isRepeated || (result.kind === "refused" && result.reason === "duplicate-reference")
    ? existingOrder
    : undefined;
}

const isShortOfBalance = (result: Result): boolean =>
  result.kind === "refused" && result.reason === "insufficient-unsettled-balance";

/** By how much the lane's clock is ahead of real time, if the refused expiryTime is right by real time. */
function clockAheadOf({ call: { command }, loaded, decided: { result } }: AnsweredCommand): number | undefined {
  if (command.kind !== "create-order" || result.kind !== "refused") return undefined;
  const { now, state, choices } = loaded;
  const isWrongAt = (at: Instant) => wrongExpiry(command.expiresAt, { now: at, policy: choices.policy }) !== undefined;
  return result.detail === wrongExpiry(command.expiresAt, { now, policy: choices.policy }) && !isWrongAt(state.realNow)
    ? now - state.realNow
    : undefined;
}

/** The reason if the order's state forbids the rule's page action. Absent if another rule caused the refusal. */
const forbiddenBy = ({ wantedBy }: CommandRequest, result: Result): Explanation["forbidden"] =>
  wantedBy !== undefined && result.kind === "refused" && result.detail !== undefined
    ? { why: result.detail, rule: wantedBy.rule }
    : undefined;

/** An act on a page continues the trace of the call that opened it. A call of the shop has its own trace or none. */
function traceOf({ traceparent, operation }: CommandRequest, { order, cardEntry }: LoadedCall): string | undefined {
  const opened = traceparent ?? (order ?? cardEntry)?.traceparent;
  return opened === undefined || opened === traceparent || !isPaymentCall(operation) ? opened : undefined;
}

/** Nothing is held if nothing was committed. */
function heldAt({ fired }: Choice, result: Result, exchange: Exchange, realNow: Instant): HeldAnswer | undefined {
  const gate = fired?.then.gate;
  if (!gate || result.kind === "lost" || !isPaymentCall(exchange.operation)) return undefined;
  const { id: exchangeId, operation, orderId, reference: merchantReference } = exchange;
  return heldBy(gate, { exchangeId, operation, orderId, merchantReference }, realNow);
}

function notificationsOf(
  { paid, saved, result }: CommandResult,
  fresh: Fresh,
  cause: NotificationCause,
): readonly OutboxEntry[] {
  if (paid) return paymentNotifications(paid, fresh, cause);
  if (saved) return tokenNotifications(saved.token, saved.notifyUrl, fresh, cause);
  return cause.notify && "order" in result && result.order ? unpaidForgery(result.order, fresh, cause) : NONE;
}

const NONE: readonly never[] = [];

/** Creates a merchant on its first call, with the demo tokens. */
function newMerchant(
  { merchant }: LoadedCall,
  { tokens = [], deletedTokens = [] }: Changes,
): Pick<Changes, "merchants" | "tokens"> {
  const gone = new Set(deletedTokens.map(({ tokenId }) => tokenId));
  return {
    merchants: [merchant],
    tokens: [...demoTokens(merchant.merchantId).filter(({ tokenId }) => !gone.has(tokenId)), ...tokens],
  };
}

/** A shop that waits for its answer may be unable to serve the shopper's browser. */
const visitsShopFirst = ({ rule: { then } }: CompiledRule): boolean =>
  then.visits?.some(({ at }) => at === "before-paying") ?? false;

/** A command that a scheduled task caused ends that task. A new order may schedule one. */
const tasksOf = (added: ReturnType<typeof taskOf>, { wantedBy }: CommandRequest): Pick<Changes, "tasks"> | undefined =>
  added || wantedBy ? { tasks: { added: added ? [added] : [], ended: wantedBy ? [wantedBy.taskId] : [] } } : undefined;

/** Notifications to send before the answer. Leaves out held ones, because they may wait for long. */
const beforeAnswer = (outbox: readonly OutboxEntry[]): readonly number[] =>
  outbox.length === 0
    ? NONE
    : outbox.filter(({ effects, state }) => effects.before === "answer" && state === "due").map(({ id }) => id);
