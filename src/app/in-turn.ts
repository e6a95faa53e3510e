/** What goes one after another for an owner, such as a lane's store; what fails holds up nothing. */
export class InTurn {
  readonly #last = new WeakMap<object, Promise<unknown>>();

  /** Runs `act` when all that was asked for before has ended. */
  run<T>(owner: object, act: () => Promise<T>): Promise<T> {
    const done = (this.#last.get(owner) ?? Promise.resolve()).then(act);
    this.#last.set(
      owner,
      done.catch(() => {}),
    );
    return done;
  }
}
