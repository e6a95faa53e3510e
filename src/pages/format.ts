import type { Currency, Instant, MinorUnits } from "../domain/money.js";
import type { Language } from "./text/index.js";

/** One formatter for each language and currency that was asked for: they are slow to make. */
const formatters = new Map<string, Intl.NumberFormat>();

/** HKD 1,234.50: the code first, with a common space, as the provider prints it. */
export function amountText(amount: MinorUnits | bigint, currency: Currency, language: Language): string {
  const key = `${language} ${currency}`;
  let format = formatters.get(key);
  if (!format) {
    format = new Intl.NumberFormat(language, { style: "currency", currency, currencyDisplay: "code" });
    formatters.set(key, format);
  }
  // As decimal digits: a line's total may be larger than a number holds exactly.
  return format.format(`${amount}E-2` as `${number}`).replace(/\s/g, " ");
}

/** Swedish dates are spelt as the provider's result page spells them. */
const hongKong = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "Asia/Hong_Kong",
  dateStyle: "short",
  timeStyle: "medium",
});

/** 2023-01-09 18:21:37, Hong Kong time. */
export const hongKongTime = (at: Instant): string => hongKong.format(at);
