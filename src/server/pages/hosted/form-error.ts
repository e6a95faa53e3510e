import { type DeclineName, isDeclineName } from "../../../core/facts/codes.js";
import type { Text } from "../text/index.js";
import type { PageRefusal, PayOutcome } from "./view.js";

/** The content of the page's error box. */
export interface FormError {
  readonly title: string;
  readonly detail?: string | undefined;
  /** The outcome's name, or one of the page's own, such as `invalid-input`. For tests: `data-reason`. */
  readonly reason: string;
}

const declineError = (reason: DeclineName, t: Text): FormError => ({
  title: t.declines[reason],
  detail: t.errors.tryAgain,
  reason,
});

export const inputError = (title: string, detail?: string): FormError => ({ title, detail, reason: "invalid-input" });

/** For cards it asks to type number and CVC again, because these are never filled in again. */
export const faultError = (t: Text, { isCard }: { readonly isCard: boolean }): FormError =>
  inputError(t.errors.summary, isCard ? t.errors.cardAgain : undefined);

export const declineFromQuery = (name: string | undefined, t: Text): FormError | undefined =>
  name !== undefined && isDeclineName(name) ? declineError(name, t) : undefined;

/** Undefined if there is no error: the payment succeeded, or a challenge follows. */
export function formErrorOf(outcome: PayOutcome, t: Text): FormError | undefined {
  switch (outcome.kind) {
    case "paid":
    case "challenge":
      return undefined;
    case "declined":
      return declineError(outcome.reason, t);
    case "refused":
      return refusalError(outcome, t);
  }
}

export const refusalError = ({ reason, message }: PageRefusal, t: Text): FormError =>
  reason === "order-not-payable"
    ? { title: t.errors.notPayable, reason }
    : { title: t.errors.refused, detail: message ?? t.refusals[reason], reason };
