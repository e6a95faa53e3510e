import { en } from "./en.js";
import { zhHK } from "./zh-HK.js";

export const languages = ["en", "zh-HK"] as const;
export type Language = (typeof languages)[number];

/** Every text of the hosted pages; the English one says which there are. */
export type Text = { readonly [K in keyof typeof en]: Widened<(typeof en)[K]> };
type Widened<T> = T extends string ? string : { readonly [K in keyof T]: Widened<T[K]> };

export const texts: Readonly<Record<Language, Text>> = { en, "zh-HK": zhHK };
export const isLanguage = (text: string | undefined): text is Language => text === "en" || text === "zh-HK";

/** Puts values where the text says {name}. Values are text, escaped when rendered. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));

/** The link's `lang`, else the merchant's, else the first the browser likes that we speak, else English. */
export function chooseLanguage(wish: {
  readonly asked: string | undefined;
  readonly merchant: Language | undefined;
  readonly acceptLanguage: string | undefined;
}): Language {
  if (isLanguage(wish.asked)) return wish.asked;
  return wish.merchant ?? preferred(wish.acceptLanguage ?? "") ?? "en";
}

function preferred(acceptLanguage: string): Language | undefined {
  const ranges = acceptLanguage
    .slice(0, 500)
    .split(",")
    .map(range)
    .filter((r) => r.weight > 0);
  ranges.sort((a, b) => b.weight - a.weight);
  for (const { tag } of ranges) {
    if (/^zh\b/i.test(tag)) return "zh-HK";
    if (/^en\b/i.test(tag)) return "en";
  }
  return undefined;
}

function range(text: string): { readonly tag: string; readonly weight: number } {
  const [tag = "", ...parameters] = text.split(";").map((part) => part.trim());
  const weight = parameters.find((p) => p.startsWith("q="))?.slice(2);
  return { tag, weight: weight === undefined ? 1 : Number(weight) || 0 };
}
