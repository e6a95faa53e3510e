import { type LedgerLine, move } from "../domain/ledger.js";
import { type Currency, currencies, difference, type Instant, type MinorUnits } from "../domain/money.js";

/** Ledger lines that set a merchant's unsettled balances. Leaves other currencies alone. */
export function adjustBalance(
  now: Readonly<Record<Currency, MinorUnits>>,
  merchantId: number,
  targets: Partial<Record<Currency, MinorUnits | undefined>>,
  at: Instant,
): readonly LedgerLine[] {
  return currencies.flatMap((currency) => {
    const to = targets[currency];
    return to === undefined
      ? []
      : move({
          merchantId,
          currency,
          at,
          into: difference(to, now[currency]),
          against: "adjustment",
          why: "adjustment",
        });
  });
}
