import { isObject, jsonIn } from "../../../package/json.js";
import { masked, pseudonym } from "../recording/mask.js";

/** Members whose values say how a service works, and nothing about a shop or a person. */
const KEPT =
  /^(status|type|amount|netAmount|currency|recurring|cardType|cardBrand|cardSubBrand|responseCode|quantity|unitAmount|paymentMethods|paymentType|paymentTerminal|allowedCardType|allowedBinRanges|start|end|issuerCountry)$/;
const DATE = /^\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z|[+-]\d\d(?::?\d\d)?)?$/;
const SCHEME = /^[a-z][a-z\d+.-]*:(?:\/\/)?/i;
/** A member's name, a text (perhaps cut), or a number. */
const TOKENS = /"(?:[^"\\]|\\.)*(?:"(\s*:)?|$)|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const MEMBER = /^[A-Za-z]\w{0,40}$/;

/**
 * Replaces everything that could tell who made a call: ids, references, names, addresses. The same value always gets the
 * same replacement, with its length. Amounts, dates, codes and statuses stay.
 */
export class Cleaner {
  readonly #seen = new Map<string, string>();
  #ids = 0;

  /** A request's or an answer's JSON, also if it was cut. Other text isn't kept. */
  json(text: string): string {
    if (!/^\s*\{/.test(text)) return text === "" ? "" : `(no JSON, ${text.length} characters)`;
    let member = "";
    return masked(text).replace(TOKENS, (token, colon?: string) => {
      if (colon !== undefined) {
        const name = String(jsonIn(token.slice(0, -colon.length)));
        member = MEMBER.test(name) ? name : "";
        return `"${member === "" ? "member" : name}"${colon}`;
      }
      if (token.startsWith('"')) return this.#text(member, token);
      return KEPT.test(member) ? token : this.#id(token);
    });
  }

  /** A sentence. Values that were replaced in a call are replaced here too. */
  sentence(text: string): string {
    const known = [...this.#seen].filter(([value]) => value.length >= 3).sort(([a], [b]) => b.length - a.length);
    const plain = known.reduce((so, [value, other]) => so.replaceAll(value, other), masked(text));
    return plain.replace(/\d{5,}(?![\d.:,-])/g, (digits) => this.#id(digits));
  }

  /** True if a text has a value that is replaced in calls. */
  isPersonal(text: string): boolean {
    return this.sentence(text) !== text;
  }

  #text(member: string, token: string): string {
    const value = jsonIn(token);
    if (typeof value !== "string") return '"…';
    if (value === "" || value === "***" || KEPT.test(member) || DATE.test(value)) return token;
    if (member === "message") return JSON.stringify(this.sentence(value.split(":")[0]!));
    if (member === "request" && isObject(jsonIn(value))) return JSON.stringify(this.json(value));
    if (/^\d+$/.test(value)) return `"${this.#id(value)}"`;
    const scheme = SCHEME.exec(value)?.[0] ?? "";
    const other = `${scheme}${pseudonym(value.slice(scheme.length))}`;
    this.#seen.set(value, other);
    return JSON.stringify(other);
  }

  /** A number of the same length. Zeros at the beginning stay. */
  #id(digits: string): string {
    if (!/^\d+$/.test(digits) || /^0*$/.test(digits)) return digits;
    const zeros = /^0*/.exec(digits)![0];
    const made =
      this.#seen.get(digits) ?? `${zeros}1${String(++this.#ids).padStart(digits.length - zeros.length - 1, "0")}`;
    this.#seen.set(digits, made);
    return made;
  }
}
