/** Runs tasks one at a time per owner. A failed task doesn't block the next. */
export class SerialTasks {
  readonly #last = new WeakMap<object, Promise<unknown>>();

  run<T>(owner: object, task: () => Promise<T>): Promise<T> {
    const done = (this.#last.get(owner) ?? Promise.resolve()).then(task);
    this.#last.set(
      owner,
      done.catch(() => {}),
    );
    return done;
  }
}
