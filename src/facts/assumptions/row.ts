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
export const unseen = (why: string): string => `Calls alone cannot show it: ${why} ${ASK}`;
export const TRY = "Try it once in the provider's test environment.";
