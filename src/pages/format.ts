import type { Currency, Instant, MinorUnits } from "../domain/money.js";
import type { Language } from "./text/index.js";

/** What it costs to make an Intl formatter is saved: one for each that was asked for. */
const kept = new Map<string, Intl.NumberFormat>();

/** HKD 1,234.50: the code first, with a common space, as the provider prints it. */
export function amountText(amount: MinorUnits, currency: Currency, language: Language): string {
  const key = `${language} ${currency}`;
  let format = kept.get(key);
  if (!format) {
    format = new Intl.NumberFormat(language, { style: "currency", currency, currencyDisplay: "code" });
    kept.set(key, format);
  }
  return format.format(amount / 100).replace(/\s/g, " ");
}

/** Swedish dates are spelt as the provider's result page spells them. */
const hongKong = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "Asia/Hong_Kong",
  dateStyle: "short",
  timeStyle: "medium",
});

/** 2023-01-09 18:21:37, Hong Kong time. */
export const hongKongTime = (at: Instant): string => hongKong.format(at);

/** 16:40, or 1:02:03 from an hour on; never below 00:00. */
export function timeLeftText(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  const two = (n: number): string => String(n).padStart(2, "0");
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${two(m)}:${two(s)}`;
}

/** 4111 1111 1111 1111 */
export const grouped = (number: string): string => number.replace(/(\d{4})(?=\d)/g, "$1 ");
