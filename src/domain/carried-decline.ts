import type { DeclineName } from "../facts/codes.js";

/** A decline that was forced on the call that opened a page: the first attempt on the page meets it. Plain data. */
export interface CarriedDecline {
  readonly decline: DeclineName;
  /** Who forced it, for those who explain and count. */
  readonly by: {
    readonly ruleId: string;
    readonly name?: string | undefined;
    readonly origin: string;
    readonly scenario?: string | undefined;
    readonly file?: string | undefined;
    readonly line?: number | undefined;
  };
}
