/** One charge of a stored card, in minor units. */
export const SALE_MINOR = 30;
/** What one run may charge to stored cards in all, in minor units. */
export const CHARGED_MAX_MINOR = 2000;

/** Watches what a run charges to stored cards. */
export class Purse {
  #chargedMinor = 0;

  get isEmpty(): boolean {
    return this.#chargedMinor + SALE_MINOR > CHARGED_MAX_MINOR;
  }

  /** Takes out what one charge costs; false where no more may be charged. */
  take(): boolean {
    if (this.isEmpty) return false;
    this.#chargedMinor += SALE_MINOR;
    return true;
  }
}
