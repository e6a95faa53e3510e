import type { Instant } from "../../core/domain/money.js";
import { saleOf, statusOf } from "../../core/domain/order.js";
import type { Subject } from "../../core/scenario/values/subject.js";
import type { InForce } from "../choices.js";
import type { Lane } from "../lane.js";
import type { LaneState } from "../ports/lane-record.js";
import type { Named, Tx } from "../ports/store.js";
import { TaskEnded } from "../ports/time.js";
import type { RuleSet } from "../rules/rule-book.js";
import type { CommandRequest, WantedBy } from "./command-request.js";
import { type Loaded, load } from "./command-table.js";

/** The lane as a unit of work finds it. */
export interface LaneNow {
  readonly state: LaneState;
  readonly choices: InForce;
  readonly rules: RuleSet;
}

/** Reads the lane, once in each unit of work. */
export function laneNow(tx: Tx, lane: Pick<Lane, "choices" | "rules">): LaneNow {
  const state = tx.lane();
  return { state, choices: lane.choices.inForce(state), rules: lane.rules.inForce(state) };
}

/** Everything that later steps read. */
export interface LoadedCall extends Loaded, LaneNow {
  readonly now: Instant;
  /** The members that rules can match. */
  readonly subject: Subject;
}

/** Loads the inputs of a call. */
export function loadCall(tx: Tx, call: CommandRequest, found: LaneNow): LoadedCall {
  if (call.wantedBy) stillDue(tx, call.wantedBy);
  const { state, choices, rules } = found;
  const loaded = load(call.command, tx, choices.policy);
  const { now } = state;
  // Named one by one: two spreads in a literal cost V8 some microseconds.
  const all: Required<LoadedCall> = {
    merchant: loaded.merchant,
    isNewMerchant: loaded.isNewMerchant,
    order: loaded.order,
    cardEntry: loaded.cardEntry,
    isMismatch: loaded.isMismatch,
    existingOrder: loaded.existingOrder,
    token: loaded.token,
    parent: loaded.parent,
    tokens: loaded.tokens,
    unsettled: loaded.unsettled,
    state,
    choices,
    rules,
    now,
    subject: fullSubject(call, loaded, now),
  };
  return all;
}

/** If two processes find the same task due, the second one finds that it has ended. Throws TaskEnded. */
export function stillDue(tx: Tx, { taskId, at }: WantedBy): void {
  const first = tx.dueTask(at);
  if (first?.id !== taskId) throw new TaskEnded("the task is not due any more");
}

/** The members that rules can match: from the request, its order and its card. */
export function fullSubject(call: CommandRequest, loaded: Loaded, now: Instant): Subject {
  const { order } = loaded;
  if (!order) return withCard(call, loaded);
  const { subject } = call;
  const sale = saleOf(order);
  return {
    ...subject,
    orderId: order.id,
    merchantReference: order.reference,
    amountMinor: subject.amountMinor ?? order.amount,
    currency: order.currency,
    isRecurring: order.recurring,
    orderStatus: statusOf(order, now),
    userId: order.userId ?? subject.userId,
    tokenId: order.tokenId ?? subject.tokenId,
    cardType: sale?.cardType ?? subject.cardType,
    paymentMethod: sale?.method ?? subject.paymentMethod,
  };
}

/** With the card of a charge, if it is known beforehand: the token's card or the parent's. */
function withCard({ command, subject }: CommandRequest, { token, parent }: Loaded): Subject {
  if (command.kind === "charge-token" && token) return { ...subject, cardType: token.brand, paymentMethod: "CARD" };
  const sale = command.kind === "charge-parent" && parent ? saleOf(parent) : undefined;
  return sale ? { ...subject, cardType: sale.cardType, paymentMethod: sale.method } : subject;
}

/** The operations that take money out of the unsettled balance. */
const takesMoney = /\/(?:refund|void|settle)$/;

/** What a call seems to name, so that a shared store can fetch it ahead. Nothing was checked yet. */
export function namedBy(subject: Subject, parentOrderId?: number): Named {
  const { merchantId, orderId, merchantReference, tokenId, operation } = subject;
  return {
    merchantId: merchantId === undefined ? undefined : Number(merchantId),
    orderIds: [orderId ?? parentOrderId],
    reference: merchantReference,
    tokenId,
    hasBalances: takesMoney.test(operation),
  };
}
