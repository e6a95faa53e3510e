/** A guess about the provider: nobody has published it, so the sandbox chooses and says so. */
export interface AssumptionRow {
  readonly claim: string;
  readonly because: string;
  /** Values that `assumptions` in the config accepts, the default first. Absent if there is only one. */
  readonly choices?: readonly [string, string, ...string[]];
  /** Other plausible behaviours. Those of `choices` come first, in their order; the rest isn't built. */
  readonly alternatives: readonly string[];
  /** Absent: `TRY`. */
  readonly findOut?: string;
}

export const TRY = "Try it once in the provider's test environment.";
export const ASK = "Ask the provider's integration support.";
/** The `findOut` of a guess that merchant calls alone can't check. */
export const unseen = (why: string, then: string = ASK): string => `Calls alone cannot show this: ${why} ${then}`;
export const LOOK = unseen("only the shopper's page does.", TRY);
