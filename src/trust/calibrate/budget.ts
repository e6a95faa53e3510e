/** The amount of one charge to a stored card, in minor units. */
export const SALE_MINOR = 20;
/** The most that one run may charge to stored cards, in minor units. */
export const CHARGED_MAX_MINOR = 2000;

/** Counts a run's charges to stored cards. */
export class Budget {
  #chargedMinor = 0;
  /** Requested charges without an answer so far. */
  readonly #asked = new Set<string>();

  get isEmpty(): boolean {
    return this.#chargedMinor + SALE_MINOR > CHARGED_MAX_MINOR;
  }

  /** Subtracts the cost of one charge. False if no more may be charged. */
  take(reference?: string): boolean {
    if (this.isEmpty) return false;
    this.#chargedMinor += SALE_MINOR;
    if (reference !== undefined) this.#asked.add(reference);
    return true;
  }

  /** Adds the cost again, because the charge was refused. */
  giveBack(reference: string): void {
    if (this.#asked.delete(reference)) this.#chargedMinor -= SALE_MINOR;
  }
}
