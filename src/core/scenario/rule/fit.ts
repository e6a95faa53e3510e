import type { Then } from "../effects/effects.js";
import { operationRow } from "../values/operations.js";
import { isDecline } from "./decline-fit.js";
import { idleAfter, membersOf } from "./notified.js";

/** The operations on which a rule's only effect can act. Other operations don't use the rule up. */
export interface Fit {
  readonly expected: string;
  readonly holds: (operation: string) => boolean;
}

/** Undefined if the rule's effects can act on any operation. */
export function fitOf(then: Then): Fit | undefined {
  const { notify } = then;
  if (isDecline(then.outcome)) return forDeclines;
  if (notify === undefined || !isOnlyNotify(then)) return undefined;
  const all = membersOf(notify).length;
  return { expected: SENDING, holds: (operation) => idleAfter(operation, notify).length < all };
}

/** What a rule that is only about notifications expects of an operation. */
export const SENDING = "an operation that sends a notification";

const forDeclines: Fit = {
  expected: "an operation that can be declined",
  holds: (operation) => operationRow(operation).decline !== "never",
};

/** True if a rule has effects on the notification alone. */
export const isOnlyNotify = ({ notify, ...others }: Then): boolean =>
  notify !== undefined && Object.values(others).every((effect) => effect === undefined);
