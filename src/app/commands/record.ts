import type { Instant } from "../../domain/money.js";
import type { Order } from "../../domain/order.js";
import type { Choice, Fired } from "../../scenario/matching/choose.js";
import { isPaymentCall } from "../../scenario/values/operations.js";
import { demoTokens } from "../fixtures.js";
import { heldBy, holding } from "../gates.js";
import type { Deliveries } from "../notifications/deliveries.js";
import {
  type NotificationCause,
  notifyOptionsOf,
  paymentNotifications,
  tokenNotifications,
  unpaidForgery,
} from "../notifications/notification.js";
import type { Exchange } from "../ports/exchange.js";
import type { HeldAnswer } from "../ports/held-answer.js";
import type { OutboxEntry } from "../ports/outbox.js";
import type { Changes, Fresh, Work } from "../ports/store.js";
import { carries, countsOf } from "./carry.js";
import type { CommandResult, Result } from "./command.js";
import type { Answer, CommandRequest } from "./command-request.js";
import { type AnsweredCommand, exchangeOf } from "./exchange-of.js";
import { taskOf, usedUp } from "./fired-rule.js";
import type { LoadedCall } from "./load-call.js";

/** The result of a call, and everything left to do when it is answered. */
export interface Executed {
  readonly requestId: number;
  /** When the call happened, on the lane's clock. */
  readonly at: Instant;
  readonly result: Result;
  readonly answer: Answer;
  readonly fired?: Fired | undefined;
  /** True if the rule's decline waits for the first attempt on the page that the call opened. */
  readonly isCarried?: boolean;
  /** Releases this call's notifications once its answer was sent or cut. Undefined if there are none. */
  readonly release?: (() => void) | undefined;
  /** When the earliest task of this call is due. */
  readonly dueAt?: Instant | undefined;
  /** Notifications to send before the answer. */
  readonly beforeAnswer: readonly number[];
  readonly hasNotifications: boolean;
  /** True if only a rule causes its notifications. */
  readonly isAdded: boolean;
  /** The answer, if a rule holds it at a gate. */
  readonly held?: HeldAnswer | undefined;
  /** True if the lane's clock was frozen. Then nothing waits in real time. */
  readonly isFrozen: boolean;
  /** The order whose sale was approved just now, with its notifications. */
  readonly paid?: { readonly order: Order; readonly outbox: readonly OutboxEntry[] } | undefined;
}

/** Writes everything that belongs to the call: its changes, notifications, rule counts, tasks and journal entry. */
export function* record(answered: AnsweredCommand, fresh: Fresh, notifications: HeldNotifications): Work<Executed> {
  const { call, loaded, chosen, decided, answer } = answered;
  const { now, state } = loaded;
  const { choice, carried } = chosen;
  const { result } = decided;
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
  const exchange = exchangeOf(requestId, answered, { isCarried, traceparent });
  const held = heldAt(choice, result, exchange, state.realNow);
  const written = {
    ...decided.changes,
    counts: carried || met ? yield* countsOf(choice, carried, met) : choice.counts,
    outbox,
    exchange,
    result: {
      requestId,
      at: now,
      result,
      answer,
      fired: choice.fired,
      isCarried,
      held,
      release: notifications.hold(outbox),
      isFrozen: state.clock.mode === "frozen",
      dueAt: task?.at,
      beforeAnswer: beforeAnswer(outbox),
      hasNotifications: outbox.length > 0,
      isAdded: !decided.paid && !decided.saved,
      paid: decided.paid && { order: decided.paid, outbox },
    },
  };
  const isNewcomer = loaded.isNewMerchant && !decided.isUnknownMerchant;
  if (!choice.fired && !call.wantedBy && !isNewcomer) return written;
  return {
    ...written,
    ...holding(state, held),
    ...(isNewcomer ? newMerchant(loaded, decided.changes) : undefined),
    ...usedUp(choice),
    ...tasksOf(task, call),
  };
}

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

/** A command that a scheduled task caused ends that task. A new order may schedule one. */
const tasksOf = (added: ReturnType<typeof taskOf>, { wantedBy }: CommandRequest): Pick<Changes, "tasks"> | undefined =>
  added || wantedBy ? { tasks: { added: added ? [added] : [], ended: wantedBy ? [wantedBy.taskId] : [] } } : undefined;

/** Notifications to send before the answer. Leaves out held ones, because they may wait for long. */
const beforeAnswer = (outbox: readonly OutboxEntry[]): readonly number[] =>
  outbox.length === 0
    ? NONE
    : outbox.filter(({ effects, state }) => effects.before === "answer" && state === "due").map(({ id }) => id);

/**
 * Holds back a call's notifications from its commit until its answer was sent, even if another task claims due
 * notifications in between.
 */
export class HeldNotifications {
  readonly #deliveries: Pick<Deliveries, "answering">;
  #release: (() => void) | undefined;

  constructor(deliveries: Pick<Deliveries, "answering">) {
    this.#deliveries = deliveries;
  }

  /** Call inside the unit of work. Returns the function that releases them, or undefined if there are none. */
  hold([first]: readonly OutboxEntry[]): (() => void) | undefined {
    if (first) this.#release = this.#deliveries.answering(first.causedBy);
    return this.#release;
  }

  /** Releases the notifications of a unit of work that did not commit. */
  release(): void {
    this.#release?.();
    this.#release = undefined;
  }
}
