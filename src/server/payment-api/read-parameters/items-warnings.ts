import { formatAmount, minorUnits } from "../../../core/domain/money.js";
import type { Command } from "../../../lane/commands/command.js";
import type { CallWarning } from "../../../lane/ports/explanation.js";

/**
 * Warns of an amount that is exactly 100 times its line items, or a hundredth of them: one of the two is in cents. The
 * service compares no sums, so the call is carried out.
 */
export function itemsWarnings(command: Command): readonly CallWarning[] {
  if (!("options" in command) || !("amount" in command)) return [];
  const { lineItems = [] } = command.options;
  const sum = lineItems.reduce((total, { quantity, unitAmountMinor }) => total + quantity * unitAmountMinor, 0);
  if (sum === 0) return [];
  const isCents = command.amount === sum * 100;
  if (!isCents && command.amount * 100 !== sum) return [];
  const which = isCents ? "the amount" : "unitAmount";
  const [amount, items] = [command.amount, minorUnits(sum)].map(formatAmount);
  return [
    {
      message: `amount is ${amount}, and its line items come to ${items}: ${which} seems to be in cents, but both are in dollars`,
    },
  ];
}
