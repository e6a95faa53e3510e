import type { CheckoutOptions } from "../../../core/domain/checkout-options.js";
import { formatAmount, type MinorUnits, minorUnits } from "../../../core/domain/money.js";
import { methodsOf } from "../../../core/domain/payable-by.js";
import type { Command } from "../../../lane/commands/command.js";
import type { CallWarning } from "../../../lane/ports/explanation.js";

/** Warns of parameters that are valid but do not agree with each other. The call is carried out. */
export function orderWarnings(command: Command): readonly CallWarning[] {
  if (!("options" in command) || !("amount" in command)) return [];
  const { amount, options } = command;
  return [itemsText(amount, options), defaultMethodText(options)]
    .filter((message) => message !== undefined)
    .map((message) => ({ message }));
}

/** Of an amount that is exactly 100 times its line items, or a hundredth of them. The service compares no sums. */
function itemsText(amount: MinorUnits, { lineItems = [] }: CheckoutOptions): string | undefined {
  const sum = lineItems.reduce((total, { quantity, unitAmountMinor }) => total + quantity * unitAmountMinor, 0);
  const isCents = amount === sum * 100;
  if (sum === 0 || (!isCents && amount * 100 !== sum)) return undefined;
  const which = isCents ? "the amount" : "unitAmount";
  return `amount is ${formatAmount(amount)}, and its line items come to ${formatAmount(minorUnits(sum))}: ${which} seems to be in cents, but both are in dollars`;
}

function defaultMethodText({ defaultPaymentMethod: wanted, ...options }: CheckoutOptions): string | undefined {
  const taken = methodsOf(options);
  if (wanted === undefined || taken.includes(wanted)) return undefined;
  return `defaultPaymentMethod ${wanted} is not among paymentMethods (${taken.join(", ")}): the page preselects the first, ${taken[0]}`;
}
