import type { Instant } from "../../domain/money.js";
import type { ScheduledTask } from "../ports/scheduled-task.js";
import type { Transactions, Work } from "../ports/store.js";

/** Does what a task wants. */
export type TaskRunner = (task: ScheduledTask) => Promise<void>;

interface TaskLane {
  readonly store: Transactions;
  readonly runTask: TaskRunner;
}

/** Runs all tasks up to `now`, one after another. One that was begun is not begun again, whatever became of it. */
export async function runDueTasks(lane: TaskLane, now: Instant): Promise<readonly ScheduledTask[]> {
  const begun: ScheduledTask[] = [];
  for (;;) {
    const task = await lane.store.transact(() => beginTask(now));
    if (!task) return begun;
    await lane.runTask(task);
    begun.push(task);
  }
}

function* beginTask(now: Instant): Work<ScheduledTask | undefined> {
  const task: ScheduledTask | undefined = yield { read: "due-task", now };
  return { result: task, ...(task && { tasks: { begun: [task.id] } }) };
}
