import type { Instant } from "../../domain/money.js";
import type { Order } from "../../domain/order.js";
import type { Policy } from "../../facts/assumptions.js";
import { type Choice, type CompiledRule, choose, type Fired } from "../../scenario/choose.js";
import type { Subject } from "../../scenario/subject.js";
import { demoTokens } from "../fixtures.js";
import { InTurn } from "../in-turn.js";
import type { Lane, Prelude } from "../lane.js";
import { KeptBack } from "../notifications/kept-back.js";
import { describeFrozen } from "../notifications/non-delivery.js";
import {
  type NotificationCause,
  notifyOptionsOf,
  paymentNotifications,
  tokenNotifications,
  unpaidForgery,
} from "../notifications/notification.js";
import type { OutboxEntry } from "../ports/outbox.js";
import { laneState, laneStateOf } from "../ports/reads.js";
import type { ScheduledTask } from "../ports/scheduled-task.js";
import type { Changes, Fresh, Soon, Verdict, Work } from "../ports/store.js";
import { carriedRule, carries, countsOf, declineToCarry } from "./carry.js";
import type { CommandResult, Result } from "./command.js";
import type { Answer, CommandRequest } from "./command-request.js";
import { exchangeOf } from "./exchange-of.js";
import { hostAnswer, rulesFor, stoppedBy, taskOf, usedUp } from "./fired-rule.js";
import { fullSubject } from "./full-subject.js";
import { type Loaded, load } from "./load.js";
import { perform } from "./perform.js";
import { stillDue } from "./still-due.js";

/** What happened, and what the transport has to do about it. */
export interface Executed {
  readonly requestId: number;
  /** When it happened, on the lane's clock. */
  readonly at: Instant;
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
export async function execute(lane: Lane, call: CommandRequest): Promise<Executed> {
  const amount = amountOf(lane, call);
  const isMagic = (typeof amount === "number" ? amount : await amount) > MAGIC_FLOOR_MINOR;
  const magic = isMagic && lane.magic ? await lane.magic() : [];
  const notices = new KeptBack(lane.deliveries);
  const done = await committed(lane, call, magic, notices).catch((error: unknown) => {
    notices.letGo();
    throw error;
  });
  after(lane, call, done);
  return { ...done, release: withVisits(lane, done, notices.release) };
}

/** Calls before which others act, for each lane's store. */
const prepared = new InTurn();

/** What others do first changes the state: the call is looked at once more. */
async function committed(
  lane: Lane,
  call: CommandRequest,
  magic: readonly CompiledRule[],
  notices: KeptBack,
): Promise<Executed> {
  const look = () => lane.store.transact((fresh) => notices.of(run(lane, call, magic, fresh, false)));
  // What was checked before is not checked again: others may not act twice.
  const again: CommandRequest = { ...call, checkedBy: undefined };
  const after = async (prelude: Prelude): Promise<Executed> => {
    await lane.prepare(prelude);
    return (await lane.store.transact((fresh) => notices.of(run(lane, again, magic, fresh, true)))) as Executed;
  };
  const first = await look();
  if (!("prelude" in first)) return first;
  // A shop that is visited may call meanwhile, and must not wait for itself.
  if (first.prelude.then.visits) return after(first.prelude);
  return prepared.run(lane.store, async () => {
    // A call that came before may have used the rule up.
    const second = await look();
    return "prelude" in second ? after(second.prelude) : second;
  });
}

/** The shopper's browser comes back around the notices of this call, where a rule wants it. */
function withVisits(
  lane: Lane,
  { fired, result, paid }: Executed,
  release: (() => void) | undefined,
): (() => void) | undefined {
  const visits = fired?.then.visits?.filter(({ at }) => at !== "before-paying") ?? [];
  const order = "order" in result ? result.order : undefined;
  if (visits.length === 0 || !order) return release;
  return lane.visiting(order, visits, { ids: paid?.outbox.map(({ id }) => id) ?? [], release });
}

/** The amount that may be magic: the request's; on the page, which says none, the order's. */
function amountOf(lane: Lane, { subject, command }: CommandRequest): Soon<number> {
  if (!lane.magic) return 0;
  if (command.kind !== "pay-order") return subject.amountMinor ?? 0;
  return subject.orderId === undefined ? 0 : amountOfOrder(lane, subject.orderId);
}

const amountOfOrder = async ({ store }: Lane, orderId: number): Promise<number> =>
  (await store.views.order(orderId))?.amount ?? 0;

function after(
  lane: Lane,
  call: CommandRequest,
  { fired, result, requestId, hasNotifications, paid, dueAt }: Executed,
): void {
  if (fired?.rule.meta.origin === "magic")
    lane.log.info(`magic amount: ${fired.rule.rule.name ?? fired.rule.id}`, { lane: lane.name, requestId });
  if (paid) {
    describeFrozen(lane.log, paid.order, paid.outbox);
    lane.deliveries.frozen(paid.outbox);
  }
  lookAtAddress(lane, call, result);
  if (hasNotifications) lane.wake();
  else if (dueAt !== undefined) lane.wake(dueAt);
  else if (call.command.kind === "create-order" && result.kind === "order") lane.wake(result.order.expiresAt);
}

/** Where a page was opened and its shop cannot be notified, the log says so: not only when it is too late. */
function lookAtAddress({ deliveries, name: lane }: Lane, { command }: CommandRequest, result: Result): void {
  if (command.kind === "create-order" && result.kind === "order" && result.order.notifyUrl !== undefined)
    deliveries.addresses.given(result.order.notifyUrl, `order ${result.order.id}`, { lane });
  if (result.kind === "card-entry" && result.cardEntry.notifyUrl !== undefined)
    deliveries.addresses.given(result.cardEntry.notifyUrl, `card entry ${result.cardEntry.id}`, { lane });
}

/** Everything that one call reads and writes. Nothing is written yet where others are to act first. */
function* run(
  lane: Lane,
  call: CommandRequest,
  magic: readonly CompiledRule[],
  fresh: Fresh,
  isPrepared: boolean,
): Work<Executed | { readonly prelude: Prelude }> {
  const state = yield* call.checkedBy ? laneStateOf(call.checkedBy.edition) : laneState();
  const { now, seed } = state;
  if (call.wantedBy) yield* stillDue(call.wantedBy);
  const choices = lane.choices.inForce(state);
  const { policy } = choices;
  const loaded = yield* load(call.command, policy);
  const subject = fullSubject(call, loaded, now);
  const inForce = lane.rules.inForce(state);
  const page = carriedRule(call.command, loaded, now);
  const choice = yield* choose(rulesFor(inForce, call, magic, page), subject, { now, seed }, "command");
  const prelude = isPrepared ? undefined : preludeOf(choice, loaded, subject);
  if (prelude) return { result: { prelude } };
  const carried = declineToCarry(choice, call.operation);
  const stopped = stoppedBy(choice);
  const context = { now, fresh, policy, forced: hostAnswer(choice), carried };
  const unknown = stopped ?? unknownMerchant(loaded, policy);
  const done: CommandResult = unknown ? { result: unknown, changes: {} } : perform(call.command, loaded, context);
  const requestId = fresh.exchangeId();
  const notify = notifyOptionsOf(choice.fired);
  const outbox = notificationsOf(done, fresh, { now, causedBy: requestId, notify, policy });
  const answer = call.answer(done.result, now, choices);
  const { scenarios } = inForce;
  const { result } = done;
  const isCarried = carries(result, carried);
  const exchange = exchangeOf({ scenarios, call, loaded, subject, choice, answer, result, isCarried, requestId, now });
  const task = taskOf(choice, call, done.result, now, fresh);
  return {
    ...done.changes,
    ...(unknown === undefined || unknown === stopped ? newMerchant(loaded, done.changes) : {}),
    counts: yield* countsOf(choice, carried, (loaded.order ?? loaded.cardEntry)?.carried),
    ...usedUp(choice),
    ...tasksOf(task, call),
    outbox,
    exchange,
    result: {
      requestId,
      at: now,
      result: done.result,
      answer,
      fired: choice.fired,
      isCarried,
      isFrozen: state.clock.mode === "frozen",
      dueAt: task?.at,
      beforeAnswer: beforeAnswer(outbox),
      hasNotifications: outbox.length > 0,
      paid: "paid" in done && done.paid ? { order: done.paid, outbox } : undefined,
    },
  } satisfies Verdict<Executed>;
}

function preludeOf({ fired }: Choice, loaded: Loaded, { amountMinor: amount }: Subject): Prelude | undefined {
  const then = fired?.then;
  if (!then?.meanwhile && !then?.visits?.some(({ at }) => at === "before-paying")) return undefined;
  const { order, token, merchant } = loaded;
  return { then, merchantId: merchant.merchantId, order, token, amount };
}

function notificationsOf(
  { paid, saved, result }: CommandResult,
  fresh: Fresh,
  cause: NotificationCause,
): readonly OutboxEntry[] {
  if (paid) return paymentNotifications(paid, fresh, cause);
  if (saved) return tokenNotifications(saved.token, saved.notifyUrl, fresh, cause);
  return "order" in result && result.order ? unpaidForgery(result.order, fresh, cause) : [];
}

// ASSUMED(new-merchant): a sandbox needs no set-up.
const unknownMerchant = ({ isNewMerchant, merchant }: Loaded, policy: Policy): Result | undefined =>
  isNewMerchant && policy["new-merchant"] === "not-found"
    ? { kind: "refused", reason: "merchant-not-found", detail: `merchant ${merchant.merchantId}` }
    : undefined;

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

/** A page that completes itself ends the task for it; the order that was made now may have one. */
const tasksOf = (added: ScheduledTask | undefined, { wantedBy }: CommandRequest): Pick<Changes, "tasks"> =>
  added || wantedBy ? { tasks: { added: added ? [added] : [], ended: wantedBy ? [wantedBy.taskId] : [] } } : {};

const beforeAnswer = (outbox: readonly OutboxEntry[]): readonly number[] =>
  outbox.filter((entry) => entry.effects.before === "answer").map((entry) => entry.id);
