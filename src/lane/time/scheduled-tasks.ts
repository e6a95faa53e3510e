import { earliest, type Instant } from "../../core/domain/money.js";
import type { Transactions, Tx, UnitResult } from "../ports/store.js";
import { type ScheduledTask, TaskEnded } from "../ports/time.js";

/** Runs a task. Resolves with the release of its notifications, if it has any. */
export type TaskRunner = (task: ScheduledTask) => Promise<(() => void) | undefined>;

interface TaskLane {
  readonly store: Transactions;
  readonly runTask: TaskRunner;
}

/**
 * Runs all tasks that are due by `now`, one after another. A task ends in its own commit, or here if it did nothing
 * because its order is gone. If it throws, it stays due.
 */
export async function runDueTasks(lane: TaskLane, now: Instant): Promise<readonly ScheduledTask[]> {
  const done: ScheduledTask[] = [];
  for (;;) {
    const task = await lane.store.transact((tx) => firstDue(tx, now));
    if (!task) return done;
    try {
      (await lane.runTask(task))?.();
    } catch (error) {
      // Already done by another process, or by a clock move at the same time as the lane's timer.
      if (error instanceof TaskEnded) continue;
      throw error;
    }
    await lane.store.transact(() => endTask(task));
    done.push(task);
  }
}

/** The clock may have been moved back since `now` was read. */
function firstDue(tx: Tx, now: Instant): UnitResult<ScheduledTask | undefined> {
  const state = tx.lane();
  return { result: tx.dueTask(earliest(now, state.now)) };
}

function endTask({ id }: ScheduledTask): UnitResult<void> {
  return { result: undefined, tasks: { ended: [id] } };
}
