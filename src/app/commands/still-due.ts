import { dueTask, type Reading } from "../ports/reads.js";
import { TaskEnded } from "../ports/scheduled-task.js";
import type { WantedBy } from "./command-request.js";

/** Two may have found the same task due: who comes second finds it ended. Throws TaskEnded. */
export function* stillDue({ taskId, at }: WantedBy): Reading<void> {
  const first = yield* dueTask(at);
  if (first?.id !== taskId) throw new TaskEnded("the task is not due any more");
}
