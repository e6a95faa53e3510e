import type { AssumptionId } from "../../core/facts/assumptions.js";
import type { CompiledRule } from "../../core/scenario/matching/choose.js";
import type { Then } from "../../core/scenario/rule/rule.js";
import { isPaymentCall } from "../../core/scenario/values/operations.js";
import type { Subject } from "../../core/scenario/values/subject.js";
import { recordedIn } from "../choices.js";
import type { Reply } from "../journal/reply.js";
import type { Result } from "../journal/result.js";
import type { Lane, Prelude } from "../lane.js";
import { describeFrozen } from "../notifications/non-delivery.js";
import type { Named, Store, Tx, UnitResult } from "../ports/store.js";
import { TaskEnded } from "../ports/time.js";
import { SerialTasks } from "../serial-tasks.js";
import { chooseRule } from "./choose-rule.js";
import type { CommandRequest } from "./command-request.js";
import { type LaneNow, laneNow, loadCall, namedBy } from "./load-call.js";
import { decideCall } from "./perform.js";
import { assuming, type CommittedCall, record } from "./record.js";

/** A call before its unit of work. */
export interface WaitingCall {
  /** Its members as far as they can be read without the lane. */
  readonly subject: () => Subject;
  /** The amount that it is about, as far as it can be read. */
  readonly amountMinor: number | undefined;
  readonly names: () => Named;
  /** Decides the call, in a unit of work. */
  readonly decide: (tx: Tx, situation: Situation) => UnitResult<CommittedCall | Postponed>;
  /** Called with its reply, once that is committed. */
  readonly decided?: (reply: Reply) => void;
}

/** What must happen before the call can be decided. The unit has changed nothing, and runs again afterwards. */
export type Postponed = { readonly prelude: Prelude } | { readonly first: () => Promise<void> };

/** Runs a command in one unit of work, then notifies the lane. */
export const execute = (lane: Lane, call: CommandRequest): Promise<Reply> =>
  carryOut(lane, {
    subject: () => call.subject,
    // A page's request has no amount, so the order's amount counts.
    amountMinor: call.subject.amountMinor ?? call.order?.amount,
    names: () => namedBy(call.subject),
    decide: (tx, situation) => decideAndRecord(tx, { call, now: laneNow(tx, lane) }, situation),
  });

/** Runs the one unit of work of a call, then notifies the lane. */
export async function carryOut(lane: Lane, call: WaitingCall): Promise<Reply> {
  if (lane.deliveries.pace) await lane.deliveries.pace.arrives(call.subject());
  const { amountMinor = 0 } = call;
  const magic = amountMinor > MAGIC_FLOOR_MINOR && lane.magic ? await lane.magic() : NO_RULES;
  let release: (() => void) | undefined;
  const transact = (isPrepared: boolean): Promise<CommittedCall | Postponed> =>
    lane.store.transact((tx) => call.decide(tx, { magic, isPrepared }), {
      names: call.names,
      // Held from before the commit, because another task may claim due notifications right after it.
      hold: (done) => {
        release =
          "notifies" in done && done.notifies !== undefined ? lane.deliveries.answering(done.notifies) : undefined;
        return release;
      },
    });
  const run = async (isPrepared: boolean): Promise<CommittedCall | { readonly prelude: Prelude }> => {
    let done = await transact(isPrepared);
    while ("first" in done) {
      await done.first();
      done = await transact(isPrepared);
    }
    return done;
  };
  const once = await transact(false);
  const first = "first" in once ? await once.first().then(() => run(false)) : once;
  const done = "prelude" in first ? await afterOthers(lane, first.prelude, run) : first;
  const acted = done.actsAtOnce ? await actAtOnce(lane, done) : undefined;
  try {
    tellLane(lane, done);
    call.decided?.(done.reply);
    if (done.beforeAnswer.length > 0 && isPaymentCall(done.reply.operation)) {
      const told = tellBefore(lane, done);
      // A gate may hold the answer until after its notification was sent. The shop may query in the meantime.
      if (!done.reply.held) await told;
    }
    const own = releaseOf(lane, done, release);
    const all = acted ? together(own, acted) : own;
    return all ? { ...done.reply, release: all } : done.reply;
  } catch (error) {
    release?.();
    acted?.();
    throw error;
  }
}

const together = (one: Reply["release"], other: () => void) => (): void => {
  one?.();
  other();
};

/**
 * Carries out what a rule lets the shopper do at once. Its notifications leave when the call was answered. If it
 * fails, the lane's timer does it. A judge that orders what happens leaves it to the timer, too.
 */
async function actAtOnce(lane: Lane, { task, reply }: CommittedCall): Promise<Reply["release"]> {
  if (lane.deliveries.pace) return undefined;
  try {
    return await lane.runTask(task!);
  } catch (error) {
    if (!(error instanceof TaskEnded))
      lane.log.warn(`${reply.requestId} was answered before the shopper acted: ${(error as Error).message}`);
    return undefined;
  }
}

/** A committed call is always answered. If the store fails to return the due notifications, they are sent later. */
async function tellBefore({ deliveries, log }: Lane, { beforeAnswer, reply }: CommittedCall): Promise<void> {
  try {
    await deliveries.deliverNow(beforeAnswer);
  } catch (error) {
    log.warn(`${reply.requestId} was answered before its notification was sent: ${(error as Error).message}`);
  }
}

const NO_RULES: readonly CompiledRule[] = [];
const NO_VISITS: NonNullable<Then["visits"]> = [];
/** Amounts from here on may be magic amounts. */
const MAGIC_FLOOR_MINOR = 900_000_000;

export interface Situation {
  readonly magic: readonly CompiledRule[];
  /** True if the acts of others before this call, which the rule asks for, have happened. */
  readonly isPrepared: boolean;
}

/** A command, and its lane as the unit of work found it. */
interface CommandInLane {
  readonly call: CommandRequest;
  readonly now: LaneNow;
}

/** The steps of every command. Writes nothing if a rule lets others act first. */
export function decideAndRecord(
  tx: Tx,
  { call, now }: CommandInLane,
  { magic, isPrepared }: Situation,
): UnitResult<CommittedCall | Postponed> {
  const taken = new Set<AssumptionId>();
  const { choices: given, state, rules } = now;
  const choices = { ...given, policy: recordedIn(taken, given.policy) };
  const loaded = loadCall(tx, call, { state, rules, choices });
  const chosen = chooseRule(tx, call, loaded, magic);
  if (chosen.prelude && !isPrepared) return { result: { prelude: chosen.prelude } };
  const decided = decideCall(call, loaded, chosen, tx.fresh);
  const told = call.answer(decided.result, loaded.now, choices);
  // An answer rests on the choices that were read on the way to it: another choice might have led elsewhere.
  const answer = !isRefusal(decided.result) ? assuming(told, [...taken], given) : told;
  return record({ call, loaded, chosen, decided, answer }, tx);
}

/** Refusals name their guesses themselves. */
const isRefusal = ({ kind }: Result): boolean => kind === "refused" || kind === "forced" || kind === "lost";

/** If a rule lets others act before a call, such calls run one at a time per lane store. */
const serial = new SerialTasks<Store>();

/** Lets others act, then runs the call again from the start, because they have changed the state. */
async function afterOthers(
  lane: Lane,
  prelude: Prelude,
  run: (isPrepared: boolean) => Promise<CommittedCall | { readonly prelude: Prelude }>,
): Promise<CommittedCall> {
  const prepared = async (wanted: Prelude): Promise<CommittedCall> => {
    await lane.prepare(wanted);
    return (await run(true)) as CommittedCall;
  };
  // The shop may make calls during the visit. Queued behind its own call, they would wait forever.
  if (prelude.then.visits) return prepared(prelude);
  return serial.run(lane.store, async () => {
    // In the meantime, another call may have used the rule up.
    const second = await run(false);
    return "prelude" in second ? prepared(second.prelude) : second;
  });
}

/** The release of this call's notifications, with the visits of the shopper's browser before and after them. */
function releaseOf(lane: Lane, done: CommittedCall, release: Reply["release"]): Reply["release"] {
  const { fired, paid } = done;
  const { result } = done.reply;
  const visits = fired?.then.visits?.filter(({ at }) => at !== "before-paying") ?? NO_VISITS;
  const order = "order" in result ? result.order : undefined;
  const all =
    visits.length > 0 && order
      ? lane.visiting(order, visits, { ids: paid?.outbox.map(({ id }) => id) ?? [], release })
      : release;
  return all && lane.deliveries.paced(all, done);
}

/** Logs the call for developers, and wakes the lane for work that becomes due. */
function tellLane(lane: Lane, done: CommittedCall): void {
  const { fired, paid, task, opened } = done;
  const { result } = done.reply;
  if (fired?.rule.meta.origin === "magic")
    lane.log.info(`magic amount: ${fired.rule.rule.name ?? fired.rule.id}`, {
      requestId: done.reply.requestId,
    });
  if (paid) {
    describeFrozen(lane.log, paid.order, paid.outbox);
    lane.deliveries.frozen(paid.outbox);
  }
  if (opened) lookAtAddress(lane, `order ${opened.id}`, opened.notifyUrl);
  else if (result.kind === "card-entry")
    lookAtAddress(lane, `card entry ${result.cardEntry.id}`, result.cardEntry.notifyUrl);
  if (done.notifies !== undefined) lane.wake();
  else if (task) lane.wake(task.at);
  else if (opened) lane.wake(opened.expiresAt);
}

/** Logs a warning early, when a page opens, if the shop cannot be notified at its address. */
function lookAtAddress({ deliveries, name: lane }: Lane, what: string, url: string | undefined): void {
  if (url !== undefined) deliveries.addresses.given(url, what, { lane });
}
