import type { DeclineName } from "../facts/codes.js";

/**
 * A decline that a rule forced on the call that opened a page. It applies to the first payment attempt on that page.
 * Plain data.
 */
export interface CarriedDecline {
  readonly decline: DeclineName;
  /** The rule that forced it, for explanations and counts. */
  readonly by: {
    readonly ruleId: string;
    readonly name?: string | undefined;
    readonly origin: string;
    readonly scenario?: string | undefined;
    readonly file?: string | undefined;
    readonly line?: number | undefined;
  };
}
