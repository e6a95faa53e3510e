import type { Currency, Instant, MinorUnits } from "../../core/domain/money.js";
import type { Language } from "./text/index.js";

/** Formatters by language and currency. They are cached because they are slow to create. */
const formatters = new Map<string, Intl.NumberFormat>();

/** HKD 1,234.50: the code first, then a normal space, as the provider prints it. */
export function amountText(amount: MinorUnits | bigint, currency: Currency, language: Language): string {
  const key = `${language} ${currency}`;
  let format = formatters.get(key);
  if (!format) {
    format = new Intl.NumberFormat(language, { style: "currency", currency, currencyDisplay: "code" });
    formatters.set(key, format);
  }
  // Formats decimal digits, because a line's total may be too large for an exact number.
  return format.format(`${amount}E-2` as `${number}`).replace(/\s/g, " ");
}

/** Swedish dates have the format of the provider's result page. */
const hongKong = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "Asia/Hong_Kong",
  dateStyle: "short",
  timeStyle: "medium",
});

/** Example: 2023-01-09 18:21:37, Hong Kong time. */
export const hongKongTime = (at: Instant): string => hongKong.format(at);
