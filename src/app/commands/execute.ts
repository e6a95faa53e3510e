import type { HostAnswer } from "../../domain/decision.js";
import { type Instant, later } from "../../domain/money.js";
import { type Order, type OrderStatus, saleOf, statusOf } from "../../domain/order.js";
import { type DeclineName, isDeclineName, isRefusalName } from "../../facts/codes.js";
import { type Choice, type CompiledRule, choose, type Fired } from "../../scenario/choose.js";
import type { Subject } from "../../scenario/subject.js";
import { demoTokens } from "../fixtures.js";
import type { Lane, PageCompletion } from "../lane.js";
import { describeFrozen } from "../notifications/non-delivery.js";
import {
  type NotificationCause,
  notifyOptionsOf,
  paymentNotifications,
  tokenNotifications,
} from "../notifications/notification.js";
import type { Exchange, SignatureState } from "../ports/exchange.js";
import type { Explanation } from "../ports/explanation.js";
import type { OutboxEntry } from "../ports/outbox.js";
import { laneState } from "../ports/reads.js";
import type { ScheduledTask } from "../ports/scheduled-task.js";
import type { Changes, Fresh, Verdict, Work } from "../ports/store.js";
import type { RuleSet } from "../rules/rule-book.js";
import { carriedRule, carries, countsOf, declineToCarry } from "./carry.js";
import type { Command, CommandResult, Result } from "./command.js";
import { type Loaded, load } from "./load.js";
import { perform } from "./perform.js";

/** The answer as it goes over the wire. */
export interface Answer {
  readonly http: number;
  readonly responseCode: string;
  readonly body: string;
  readonly assumed: readonly string[];
}

/** A command with all that came with it. */
export interface Call {
  readonly operation: string;
  readonly command: Command;
  /** What the request itself says; the order's part is added here. */
  readonly subject: Subject;
  readonly signature: SignatureState;
  /** Kept in the journal: no full card number. */
  readonly request: string;
  /** The rule that a header of the request is. */
  readonly header?: CompiledRule | undefined;
  readonly answer: (result: Result, now: Instant) => Answer;
}

/** What happened, and what the transport has to do about it. */
export interface Executed {
  readonly requestId: number;
  readonly result: Result;
  readonly answer: Answer;
  readonly fired?: Fired | undefined;
  /** Whether the rule's decline waits for the first attempt on the page that the call opened. */
  readonly isCarried?: boolean;
  /** Lets the notifications of this call go, once its answer has left or was cut; undefined where there are none. */
  readonly release?: (() => void) | undefined;
  /** When a task that this call scheduled falls due. */
  readonly dueAt?: Instant | undefined;
  /** Notifications that leave before the answer does. */
  readonly beforeAnswer: readonly number[];
  readonly hasNotifications: boolean;
  /** Whether the lane's clock stood: nothing waits in real time then. */
  readonly isFrozen: boolean;
  /** The order whose sale was approved just now, with what will be told of it. */
  readonly paid?: { readonly order: Order; readonly outbox: readonly OutboxEntry[] } | undefined;
}

/** Amounts from here on may be magic. */
const MAGIC_FLOOR_MINOR = 900_000_000;

/** Load, choose, decide, commit: the one road of every command. */
export async function execute(lane: Lane, call: Call): Promise<Executed> {
  const magic = lane.magic && (await amountOf(lane, call)) > MAGIC_FLOOR_MINOR ? await lane.magic() : [];
  const done = await lane.store.transact((fresh) => run(lane, call, magic, fresh));
  const release = done.hasNotifications ? lane.deliveries.answering(done.requestId) : undefined;
  after(lane, call, done);
  return { ...done, release };
}

/** The amount that may be magic: the request's; on the page, which says none, the order's. */
function amountOf(lane: Lane, { subject, command }: Call): number | Promise<number> {
  if (command.kind !== "pay-order") return subject.amountMinor ?? 0;
  return subject.orderId === undefined ? 0 : amountOfOrder(lane, subject.orderId);
}

const amountOfOrder = async ({ store }: Lane, orderId: number): Promise<number> =>
  (await store.views.order(orderId))?.amount ?? 0;

function after(lane: Lane, call: Call, { fired, result, requestId, hasNotifications, paid, dueAt }: Executed): void {
  if (fired?.rule.meta.origin === "magic")
    lane.log.info(`magic amount: ${fired.rule.rule.name ?? fired.rule.id}`, { lane: lane.name, requestId });
  if (paid) describeFrozen(lane.log, paid.order, paid.outbox);
  if (hasNotifications) lane.wake();
  else if (dueAt !== undefined) lane.wake(dueAt);
  else if (call.command.kind === "create-order" && result.kind === "order") lane.wake(result.order.expiresAt);
}

/** Everything that one call reads and writes. */
function* run(lane: Lane, call: Call, magic: readonly CompiledRule[], fresh: Fresh): Work<Executed> {
  const state = yield* laneState();
  const { now, seed } = state;
  const loaded = yield* load(call.command, lane.policy);
  const subject = fullSubject(call, loaded, now);
  const inForce = lane.rules.inForce(state);
  const page = carriedRule(call.command, loaded, now);
  const choice = yield* choose(rulesFor(inForce, call, magic, page), subject, { now, seed }, "command");
  const carried = declineToCarry(choice, call.operation);
  const stopped = stoppedBy(choice);
  const context = {
    ...loaded,
    now,
    fresh,
    policy: lane.policy,
    capabilities: {},
    seed,
    forced: hostAnswer(choice),
    carried,
  };
  const acted: CommandResult = stopped ? { result: stopped, changes: {} } : perform(call.command, loaded, context);
  const requestId = fresh.exchangeId();
  const notify = notifyOptionsOf(choice.fired);
  const tokenBrand = lane.policy["token-brand"];
  const outbox = notificationsOf(acted, fresh, { now, causedBy: requestId, notify, tokenBrand });
  const answer = call.answer(acted.result, now);
  const { version } = inForce;
  const { result } = acted;
  const isCarried = carries(result, carried);
  const exchange = exchangeOf({ version, call, loaded, subject, choice, answer, result, isCarried, requestId, now });
  const task = taskOf(choice, call, acted.result, now, fresh);
  return {
    ...acted.changes,
    ...newMerchant(loaded, acted.changes),
    counts: yield* countsOf(choice, carried, (loaded.order ?? loaded.cardEntry)?.carried),
    ...usedUp(choice),
    ...(task && { tasks: { added: [task] } }),
    outbox,
    exchange,
    result: {
      requestId,
      result: acted.result,
      answer,
      fired: choice.fired,
      isCarried,
      isFrozen: state.clock.mode === "frozen",
      dueAt: task?.at,
      beforeAnswer: beforeAnswer(outbox),
      hasNotifications: outbox.length > 0,
      paid: "paid" in acted && acted.paid ? { order: acted.paid, outbox } : undefined,
    },
  } satisfies Verdict<Executed>;
}

function notificationsOf(
  { paid, saved }: CommandResult,
  fresh: Fresh,
  cause: NotificationCause,
): readonly OutboxEntry[] {
  if (paid) return paymentNotifications(paid, fresh, cause);
  return saved ? tokenNotifications(saved.token, saved.notifyUrl, fresh, cause) : [];
}

/** What was carried to the page won when its rule fired: it is asked before all others. */
function rulesFor(
  { rules }: RuleSet,
  { header }: Call,
  magic: readonly CompiledRule[],
  page: CompiledRule | undefined,
): readonly CompiledRule[] {
  if (!header && !page && magic.length === 0) return rules;
  return [...(page ? [page] : []), ...(header ? [header] : []), ...rules, ...magic];
}

/** A rule of the queue is gone once it fired. */
export const usedUp = ({ fired }: Choice): Pick<Changes, "rules"> =>
  fired?.rule.meta.origin === "next" ? { rules: { removed: [fired.rule.id] } } : {};

/** What a rule wants of the page of the order that was made just now. */
function taskOf(
  { fired }: Choice,
  { command }: Call,
  result: Result,
  now: Instant,
  fresh: Fresh,
): ScheduledTask | undefined {
  const page = fired?.then.page;
  if (!page || command.kind !== "create-order" || result.kind !== "order") return undefined;
  const what: PageCompletion = { action: page.auto, card: page.card, reason: page.reason, rule: ruleNameOf(fired) };
  return { id: fresh.taskId(), at: later(now, fired.pageAfterMs ?? 0), kind: "page", orderId: result.order.id, what };
}

const ruleNameOf = ({ rule: { id, rule } }: Fired): string => rule.name ?? id;

/** A result without a decision: a fault before the commit, a forced refusal. */
function stoppedBy({ fired }: Choice): Result | undefined {
  if (!fired) return undefined;
  if (fired.then.placed === "before-commit") return { kind: "lost" };
  const outcome = fired.then.outcome;
  if (outcome === undefined) return undefined;
  if (typeof outcome !== "string") return { kind: "forced", ...outcome };
  return isRefusalName(outcome) ? { kind: "refused", reason: outcome } : undefined;
}

/** What the scenario makes the issuer say. */
function hostAnswer({ fired }: Choice): HostAnswer | undefined {
  const outcome = fired?.then.outcome;
  if (typeof outcome !== "string") return undefined;
  if (outcome === "approve") return { approved: true };
  return isDeclineName(outcome) ? { approved: false, decline: outcome satisfies DeclineName } : undefined;
}

function fullSubject(call: Call, loaded: Loaded, now: Instant): Subject {
  const { order } = loaded;
  if (!order) return { ...call.subject, ...knownCard(call, loaded) };
  const sale = saleOf(order);
  return {
    ...call.subject,
    orderId: order.id,
    merchantReference: order.reference,
    amountMinor: call.subject.amountMinor ?? order.amount,
    currency: order.currency,
    isRecurring: order.recurring,
    orderStatus: statusOf(order, now),
    ...(order.userId !== undefined && { userId: order.userId }),
    ...(order.tokenId !== undefined && { tokenId: order.tokenId }),
    ...(sale && { cardType: sale.cardType, paymentMethod: sale.method }),
  };
}

/** The card that a charge will be made to, where the service knows it before it is asked: a token's, a parent's. */
function knownCard({ command }: Call, { token, parent }: Loaded): Pick<Subject, "cardType" | "paymentMethod"> {
  if (command.kind === "charge-token") return token ? { cardType: token.brand, paymentMethod: "CARD" } : {};
  const sale = command.kind === "charge-parent" && parent ? saleOf(parent) : undefined;
  return sale ? { cardType: sale.cardType, paymentMethod: sale.method } : {};
}

/** A merchant met for the first time is made by the call that brought it. */
function newMerchant({ isNewMerchant, merchant }: Loaded, changes: Verdict<unknown> | object) {
  if (!isNewMerchant) return {};
  const { tokens = [], deletedTokens = [] } = changes as Partial<Verdict<unknown>>;
  const gone = new Set(deletedTokens.map((t) => t.tokenId));
  return {
    merchants: [merchant],
    tokens: [...demoTokens(merchant.merchantId).filter((t) => !gone.has(t.tokenId)), ...tokens],
  };
}

const beforeAnswer = (outbox: readonly OutboxEntry[]): readonly number[] =>
  outbox.filter((entry) => entry.effects.before === "answer").map((entry) => entry.id);

interface Happened {
  readonly version: number;
  readonly call: Call;
  readonly loaded: Loaded;
  readonly subject: Subject;
  readonly choice: Choice;
  readonly answer: Answer;
  readonly result: Result;
  readonly isCarried: boolean;
  readonly requestId: number;
  readonly now: Instant;
}

function exchangeOf(happened: Happened): Exchange {
  const { call, loaded, subject, choice, answer, result, requestId, now } = happened;
  const about = "order" in result ? result.order : loaded.order;
  const before: OrderStatus | undefined = loaded.order && statusOf(loaded.order, now);
  return {
    id: requestId,
    at: now,
    operation: call.operation,
    merchantId: loaded.merchant.merchantId,
    reference: about?.reference ?? subject.merchantReference,
    orderId: about?.id,
    orderStatus: before,
    cardType: subject.cardType,
    signature: call.signature,
    responseCode: answer.responseCode,
    http: answer.http,
    request: call.request,
    response: answer.body,
    rule: choice.fired && ruleNameOf(choice.fired),
    explain: explain(happened),
  };
}

/** Nothing to tell where no rule matched and nothing was refused: the rest follows from the exchange. */
function explain({ version, subject, choice, answer, result, isCarried }: Happened): string {
  const matched = choice.matched();
  const { cardNumber: _, ...kept } = subject;
  const explanation: Explanation = {
    version,
    subject: kept,
    matched,
    ...(answer.assumed.length > 0 && { assumed: answer.assumed }),
    ...(result.kind === "refused" && { detail: result.detail, ended: result.reason }),
    ...(result.kind === "declined" && { ended: result.decline }),
    ...(choice.fired && { effects: effectsOf(choice.fired) }),
    ...(choice.fired && isCarried && { advice: carriedAdvice(choice.fired) }),
  };
  return JSON.stringify(explanation);
}

const carriedAdvice = (fired: Fired): string =>
  `Rule "${ruleNameOf(fired)}" declines the first attempt on this page: ${fired.then.outcome}.`;

const effectsOf = ({ then, delayMs }: Fired) => ({ ...then, ...(delayMs !== undefined && { delayMs }) });
