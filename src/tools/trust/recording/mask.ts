import { createHash } from "node:crypto";
import { withoutCardNumbers } from "../../../core/domain/card-text.js";

/** The longest text of a request or answer that is kept as evidence, in characters. */
const KEPT_MAX = 400;

/** Members that contain secrets, by their names. */
const SECRET = /("(?:signature|sign|alipayData|password|cvc|cardNumber)"\s*:\s*)"(?:[^"\\]|\\.)*"/gi;
/** The same inside the text of `request`, in which quotes are escaped. */
const ESCAPED_SECRET = /(\\"(?:signature|sign|password|cvc|cardNumber)\\"\s*:\s*)\\"(?:[^"\\]|\\\\.)*\\"/gi;

/** A JSON escape ends in a letter that doesn't belong to a word. */
const ESCAPE = String.raw`\\{1,16}(?:u[0-9a-fA-F]{4}|[bfnrt])`;
/** Each part has a maximum length, so that a long text isn't searched again from each of its letters. */
const EMAIL = new RegExp(
  String.raw`${ESCAPE}|[\p{L}\d._+-]{1,64}(?:@|%40)[\p{L}\d-]{1,63}(?:\.[\p{L}\d-]{1,63}){1,8}`,
  "gu",
);
const PHONE = /(?<![\p{L}\d+/=])\+\d(?:[ ().-]{0,2}\d){6,14}(?!\d|[\p{L}:])/gu;
const PHONE_MEMBER = /(\\?"(?:phone|phoneNumber|mobile|mobileNumber|tel|telephone|contact)\\?"\s*:\s*\\?")([^"\\]*)/gi;
const URL_SECRET =
  /([?&;](?:access_?|auth_?|id_?|refresh_?)?(?:token|key|api_?key|secret|sig|signature|password|pwd|session|sid|auth|code)=)([^&#"\\\s]+)/gi;

/**
 * Replaces secrets, card numbers and personal data in a text. Everything else stays unchanged, and JSON stays valid.
 * Email addresses, phone numbers and tokens in URLs become pseudonyms: the same value always gets the same one, with
 * its length, case and alphabet.
 */
export function masked(text: string): string {
  const plain = withoutCardNumbers(text.replace(SECRET, hidden).replace(ESCAPED_SECRET, '$1\\"***\\"'))
    .replace(URL_SECRET, (_, name: string, value: string) => `${name}${pseudonym(value)}`)
    .replace(PHONE_MEMBER, (_, name: string, value: string) => `${name}${pseudonym(value)}`);
  return withoutEmails(plain).replace(PHONE, (found) => pseudonym(found));
}

const withoutEmails = (text: string): string =>
  /@|%40/.test(text)
    ? text.replace(EMAIL, (found) => (found.startsWith("\\") ? found : pseudonym(found, /(\.[\p{L}\d-]+|@|%40)$/u)))
    : text;

/** Masks a member's value, but shows whether it was JSON or a query string. */
function hidden(member: string, name: string): string {
  const value = member.slice(name.length + 1);
  if (!name.includes("alipayData")) return `${name}"***"`;
  if (/^\s*\{/.test(value)) return `${name}"{***}"`;
  return /^[\w.*]+=[^&"]*&/.test(value) ? `${name}"***=***&***=***"` : `${name}"***"`;
}

/** The letters of pseudonyms. A value that has only these letters is already masked. */
const LETTERS = "qxzjkvw";
const DIGITS = "79";
const OWN = new RegExp(`^[${LETTERS}${DIGITS}]*$`, "i");

/** The value with its letters and digits replaced. Keeps the end that `kept` matches. */
export function pseudonym(value: string, kept?: RegExp): string {
  const end = kept?.exec(value)?.[0] ?? "";
  const hidden = value.slice(0, value.length - end.length);
  if (OWN.test(hidden.replace(/%40|[^\p{L}\d]/gu, ""))) return value;
  const digest = createHash("sha256").update(value.toLowerCase()).digest();
  let n = 0;
  const drawn = (from: string): string => from[digest[n++ % digest.length]! % from.length]!;
  const other = hidden.replace(/%[0-9a-fA-F]{2}|\p{L}|\d/gu, (one) => {
    if (one.length > 1) return one;
    if (/\d/.test(one)) return drawn(DIGITS);
    const letter = drawn(LETTERS);
    return one === one.toLowerCase() ? letter : letter.toUpperCase();
  });
  return other + end;
}

/** The same, cut to a length that people can read. */
export function shortened(text: string): string {
  const kept = masked(text).replace(/(\w)\1{39,}/g, (run, letter) => `${letter}…(${run.length} times)`);
  return kept.length > KEPT_MAX ? `${kept.slice(0, KEPT_MAX)}…` : kept;
}
