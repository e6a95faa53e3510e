import { assumptions, defaultPolicy, type Policy } from "../../../core/facts/assumptions.js";

/** If there are more combinations of open choices than this, a call stays undecided. */
const COMBINATIONS_MAX = 64;

/** By assumption: everything that the sandbox can do. */
export const choosable: ReadonlyMap<string, readonly string[]> = new Map(
  assumptions
    .filter(({ id, choices }) => choices.length > 1 && id !== "response-codes")
    .map(({ id, choices }) => [id, choices]),
);

/** Choices by assumption. */
export type ChoiceSet = Readonly<Record<string, string>>;

/** The choices that are still possible. */
export class OpenChoices {
  readonly #left = new Map(choosable);

  /** The choices of an assumption. Empty if it has none. */
  of(id: string): readonly string[] {
    return this.#left.get(id) ?? [];
  }

  isOpen(id: string): boolean {
    return this.of(id).length > 1;
  }

  /** Excludes choices. False if no other choice is left; then nothing changes. */
  exclude(id: string, excluded: readonly string[]): boolean {
    const kept = this.of(id).filter((choice) => !excluded.includes(choice));
    if (kept.length > 0) this.#left.set(id, kept);
    return kept.length > 0;
  }

  /** The decided choices. */
  get decided(): ChoiceSet {
    return Object.fromEntries([...this.#left].flatMap(([id, left]) => (left.length === 1 ? [[id, left[0]!]] : [])));
  }

  /** Each combination of the assumptions' choices. Undefined if there are too many. */
  combinations(ids: readonly string[]): readonly ChoiceSet[] | undefined {
    let all: readonly ChoiceSet[] = [{}];
    for (const id of ids) {
      all = all.flatMap((one) => this.of(id).map((choice) => ({ ...one, [id]: choice })));
      if (all.length > COMBINATIONS_MAX) return undefined;
    }
    return all;
  }

  /** Changes with each excluded choice. */
  state(): string {
    return JSON.stringify([...this.#left]);
  }
}

/** The choices that a lane would not make by itself. */
export const notDefault = (chosen: ChoiceSet): ChoiceSet =>
  Object.fromEntries(Object.entries(chosen).filter(([id, choice]) => defaultPolicy[id as keyof Policy] !== choice));
