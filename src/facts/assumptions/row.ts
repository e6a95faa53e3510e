/** A guess about the provider: nobody has published it, so the sandbox chooses and says so. */
export interface AssumptionRow {
  readonly claim: string;
  readonly because: string;
  /** What `assumptions` in the config accepts, the default first. Absent: nothing else is built. */
  readonly choices?: readonly [string, string, ...string[]];
  /** What else is plausible, built or not. */
  readonly alternatives: readonly string[];
  readonly findOut: string;
}

export const ASK = "Ask the provider's integration support.";
/** No call alone brings it about. */
export const unseen = (why: string, then: string = ASK): string => `Calls alone cannot show it: ${why} ${then}`;
export const TRY = "Try it once in the provider's test environment.";
export const LOOK = unseen("the shopper's page does.", TRY);
