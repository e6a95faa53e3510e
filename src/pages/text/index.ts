import { pageLanguages } from "../../facts/parameters.js";
import { en, type Text } from "./en.js";
import { zhHK } from "./zh-HK.js";

export type { Text } from "./en.js";

export type Language = (typeof pageLanguages)[number];

export const texts: Readonly<Record<Language, Text>> = { en, "zh-HK": zhHK };
export const isLanguage = (text: string | undefined): text is Language => pageLanguages.some((known) => known === text);

/** Replaces {name} in a text by its value. Values are escaped when rendered. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
