import { earliest, type Instant } from "../../domain/money.js";
import { dueTask, laneState } from "../ports/reads.js";
import { type ScheduledTask, TaskEnded } from "../ports/scheduled-task.js";
import type { Transactions, Work } from "../ports/store.js";

/** Does what a task wants. */
export type TaskRunner = (task: ScheduledTask) => Promise<void>;

interface TaskLane {
  readonly store: Transactions;
  readonly runTask: TaskRunner;
}

/**
 * Runs all tasks up to `now`, one after another. A task ends in the commit of what it does; where it did nothing, such as for
 * an order that is gone, it ends here. One that throws is still due.
 */
export async function runDueTasks(lane: TaskLane, now: Instant): Promise<readonly ScheduledTask[]> {
  const done: ScheduledTask[] = [];
  for (;;) {
    const task = await lane.store.transact(() => firstDue(now));
    if (!task) return done;
    try {
      await lane.runTask(task);
    } catch (error) {
      // Another process, or a move of the clock beside the lane's timer, did it meanwhile.
      if (error instanceof TaskEnded) continue;
      throw error;
    }
    await lane.store.transact(() => endTask(task));
    done.push(task);
  }
}

/** The clock may have been put back since `now` was read. */
function* firstDue(now: Instant): Work<ScheduledTask | undefined> {
  const state = yield* laneState();
  return { result: yield* dueTask(earliest(now, state.now)) };
}

function* endTask({ id }: ScheduledTask): Work<void> {
  yield* laneState();
  return { result: undefined, tasks: { ended: [id] } };
}
