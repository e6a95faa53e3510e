import type { Context } from "hono";
import { accepts } from "hono/accepts";
import { pageLanguages } from "../facts/parameters.js";
import { isLanguage, type Language } from "./text/index.js";

/**
 * The link's `lang`, else the merchant's language, else the first of the browser's languages that the pages support,
 * else English.
 */
export function languageOf(c: Context, merchant: Language | undefined): Language {
  const asked = c.req.query("lang");
  return isLanguage(asked) ? asked : (merchant ?? preferred(c));
}

/** Any kind of Chinese gets our Chinese texts, any kind of English our English ones. */
function preferred(c: Context): Language {
  const spoken = accepts(c, {
    header: "Accept-Language",
    supports: [...pageLanguages],
    default: "en",
    match: (ranges, { supports, default: other }) => {
      const primary = ranges.filter(({ q }) => q > 0).map(({ type }) => primaryOf(type));
      const wanted = primary.find((tag) => supports.some((language) => primaryOf(language) === tag));
      return supports.find((language) => primaryOf(language) === wanted) ?? other;
    },
  });
  return isLanguage(spoken) ? spoken : "en";
}

const primaryOf = (tag: string): string => tag.toLowerCase().split("-")[0] ?? "";
