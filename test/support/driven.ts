/** Answers each read of a generator until it is done, as a store does. */
export function driven<Read, Answer, Result>(
  work: Generator<Read, Result, Answer>,
  answer: (read: Read) => Answer,
): Result {
  let step = work.next(undefined as Answer);
  while (!step.done) step = work.next(answer(step.value));
  return step.value;
}
