import type { HearChange } from "../../../lane/ports/hear-change.js";

type Change = Parameters<HearChange>;

/** Notes whether each record that a change names may match. */
type NoteChange = (candidates: Pick<Candidates, "note">, ...change: Change) => void;

/**
 * The ids of the records that may match. Changes tell them one by one, so that a commit costs a wait no more than what
 * it changed. Only once there are enough, a look reads the records themselves.
 */
export class Candidates {
  readonly #count: number;
  readonly #noteChange: NoteChange;
  #ids = new Set<number>();
  /** The changes since the current look began. */
  #meanwhile: Change[] | undefined;
  #isAdded = false;

  constructor(count: number, noteChange: NoteChange) {
    this.#count = count;
    this.#noteChange = noteChange;
  }

  note(id: number, mayMatch: boolean): void {
    if (mayMatch) this.#ids.add(id);
    else this.#ids.delete(id);
    this.#isAdded ||= mayMatch;
  }

  /** True if the change may have completed the count. During a look it is kept, and the look itself repeats. */
  readonly concerns: HearChange<boolean> = (changes, moved) => {
    if (this.#meanwhile === undefined) return this.#mayComplete(changes, moved);
    this.#meanwhile.push([changes, moved]);
    return false;
  };

  /** Reads the matches, and again if they changed meanwhile and may now be enough. */
  async look<T extends { readonly id: number }>(read: () => Promise<readonly T[]>): Promise<readonly T[]> {
    for (;;) {
      const meanwhile: Change[] = [];
      this.#meanwhile = meanwhile;
      try {
        const found = await read();
        this.#ids = new Set(found.map(({ id }) => id));
        const mayBeMore = meanwhile.map((change) => this.#mayComplete(...change)).includes(true);
        if (found.length >= this.#count || !mayBeMore) return found;
      } finally {
        this.#meanwhile = undefined;
      }
    }
  }

  #mayComplete(...[changes, moved]: Change): boolean {
    if (changes === undefined && moved === undefined) return true;
    this.#isAdded = false;
    this.#noteChange(this, changes, moved);
    return this.#isAdded && this.#ids.size >= this.#count;
  }
}
