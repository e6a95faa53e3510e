import { scanJson } from "../../../package/json-scan.js";

/** A member of one or both of two JSON texts, with its value in each. */
export interface Difference {
  /** For example `lineItems[0].quantity`. Empty for the whole text. */
  readonly path: string;
  readonly here: string | undefined;
  readonly there: string | undefined;
}

/** Members that differ between two JSON texts, in document order. Compares anything else as plain text. */
export const textDifferences = (here: string, there: string): readonly Difference[] =>
  besides(here, there).filter(({ isSame }) => !isSame);

/** All members of two JSON texts, in document order, each with both values. Numbers keep their digits: 50.00, not 50. */
export function besides(here: string, there: string): readonly (Difference & { readonly isSame: boolean })[] {
  const [a, b] = [valuesByPath(here), valuesByPath(there)];
  return [...new Set([...a.keys(), ...b.keys()])].map((path) => {
    const [one, other] = [a.get(path), b.get(path)];
    return { path, here: one, there: other, isSame: one === other || isSameNumber(one, other) };
  });
}

/** A text with more levels is compared as a whole. */
const LEVELS_MAX = 100;

const NUMBER = /^-?\d[\d.eE+-]*$/;

const isSameNumber = (one = "", other = ""): boolean =>
  NUMBER.test(one) && NUMBER.test(other) && Number(one) === Number(other);

function valuesByPath(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let isDeep = false;
  const fault = scanJson(text, {
    value: (path, start, end) => {
      isDeep ||= path.length > LEVELS_MAX;
      if (isDeep) return;
      const value = text.slice(start, end);
      if (/^[{[]\s*[^\s}\]]/.test(value)) return;
      const name = path.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`)).join("");
      found.set(name.replace(/^\./, ""), NUMBER.test(value) ? value : JSON.stringify(JSON.parse(value)));
    },
  });
  return fault === undefined && !isDeep ? found : new Map([["", text]]);
}
