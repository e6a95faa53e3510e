/** Lets one piece of code wait until others have changed something. */
export class Turns {
  readonly #waiting = new Set<() => void>();

  /** Call this after something has changed. */
  changed(): void {
    for (const look of [...this.#waiting]) look();
  }

  /** Resolves with true once `holds` (checked now and after each change), or with false after `ms` of real time. */
  until(holds: () => boolean, ms: number): Promise<boolean> {
    if (holds()) return Promise.resolve(true);
    return new Promise((resolve) => {
      const end = (isSo: boolean) => {
        clearTimeout(timer);
        this.#waiting.delete(look);
        resolve(isSo);
      };
      const look = () => holds() && end(true);
      const timer = setTimeout(() => end(false), ms);
      this.#waiting.add(look);
    });
  }
}
