import { pageLanguages } from "../../../core/facts/parameters/parameters.js";
import { type BothLanguages, textTable } from "./table.js";

export type Language = (typeof pageLanguages)[number];

/** All texts in one language. */
export type Text = InOneLanguage<typeof textTable>;
type InOneLanguage<T> = T extends BothLanguages ? string : { readonly [K in keyof T]: InOneLanguage<T[K]> };

interface Texts {
  readonly [name: string]: BothLanguages | Texts;
}

const inOneLanguage = (texts: Texts, column: 0 | 1): object =>
  Object.fromEntries(
    Object.entries(texts).map(([name, found]) => [
      name,
      Array.isArray(found) ? found[column] : inOneLanguage(found as Texts, column),
    ]),
  );

export const texts: Readonly<Record<Language, Text>> = {
  en: inOneLanguage(textTable, 0) as Text,
  "zh-HK": inOneLanguage(textTable, 1) as Text,
};

export const isLanguage = (text: string | undefined): text is Language => pageLanguages.includes(text as Language);

/** Replaces {name} in a text by its value. Values are escaped when rendered. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
