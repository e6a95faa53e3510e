/** Runs tasks one at a time per owner. A failed task doesn't block the next. */
export class SerialTasks<Owner> {
  /** The latest unfinished task of each owner. */
  readonly #last = new Map<Owner, Promise<unknown>>();

  run<T>(owner: Owner, task: () => Promise<T>): Promise<T> {
    const done = (this.#last.get(owner) ?? Promise.resolve()).then(task, task);
    this.#last.set(owner, done);
    const forget = () => void (this.#last.get(owner) === done && this.#last.delete(owner));
    done.then(forget, forget);
    return done;
  }
}
