import { type DeclineName, isDeclineName } from "../../facts/codes.js";
import type { Text } from "../text/index.js";
import type { PayOutcome } from "./desk.js";

/** What stands in the page's error box. */
export interface Trouble {
  readonly title: string;
  readonly detail?: string | undefined;
  /** The name of the outcome, for browser tests: `data-reason`. */
  readonly reason?: string | undefined;
}

export const declineTrouble = (reason: DeclineName, t: Text): Trouble => ({
  title: t.declines[reason],
  detail: t.errors.tryAgain,
  reason,
});

export const declineFromQuery = (name: string | undefined, t: Text): Trouble | undefined =>
  name !== undefined && isDeclineName(name) ? declineTrouble(name, t) : undefined;

/** Nothing for what is no trouble: paid, or a challenge to show. */
export function troubleOf(outcome: PayOutcome, t: Text): Trouble | undefined {
  switch (outcome.kind) {
    case "paid":
    case "challenge":
      return undefined;
    case "declined":
      return declineTrouble(outcome.reason, t);
    case "refused":
      return refusalTrouble(outcome.reason, outcome.message, t);
  }
}

export const refusalTrouble = (reason: string, message: string, t: Text): Trouble =>
  reason === "order-not-payable"
    ? { title: t.errors.notPayable, reason }
    : { title: t.errors.refused, detail: message, reason };
