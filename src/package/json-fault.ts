import { jsonIn } from "./json.js";
import { placeIn, scanJson } from "./json-scan.js";

/** Says what is wrong with a text that is no JSON, where, and what to write instead. */
export function jsonProblem(text: string): string {
  const why = whyNotJson(text);
  const [, word] = /unexpected (.+?) at line/.exec(why) ?? [];
  if (word === undefined) return why.includes("breaks off") ? `${why}; a bracket or a quote is missing` : why;
  return word.endsWith(" after its end,")
    ? `${why}; send nothing after the JSON`
    : `${why}; ${jsonCure(word)}`.replace(/\.$/, "");
}

/** Longer texts are not searched for the fault, because that takes longer than answering a call. */
const SEARCHED_MAX = 100_000;

/** Says where a text stops being JSON, and what stands there. */
export function whyNotJson(text: string): string {
  if (text.trim() === "") return "empty";
  const at = text.length > SEARCHED_MAX ? undefined : scanJson(text);
  if (at === undefined) return "not valid JSON";
  if (at === text.length) return `not valid JSON: it breaks off after ${at} characters`;
  const { line, column } = placeIn(text, at);
  const before = text.slice(0, at);
  const after =
    jsonIn(before) !== undefined
      ? " after its end,"
      : /^[}\]]/.test(text[at]!) && /,\s*$/.test(before)
        ? AFTER_COMMA
        : "";
  return `not valid JSON: unexpected ${wordAt(text, at)}${after} at line ${line}, column ${column}`;
}

const AFTER_COMMA = " after a comma";

/** The word or character at an offset, short enough for a message. */
function wordAt(text: string, at: number): string {
  const word = /^[\w.+-]{1,12}/.exec(text.slice(at, at + 12))?.[0];
  if (word !== undefined) return word;
  const code = text.codePointAt(at)!;
  const char = JSON.stringify(String.fromCodePoint(code).toWellFormed());
  // Some can't be seen, and some look like others: a byte order mark, a no-break space, a typographic quote.
  return code < 0x7f ? char : `${char} (U+${code.toString(16).toUpperCase().padStart(4, "0")})`;
}

/** What to do about a word or character that JSON does not allow. */
export const jsonCure = (word: string): string =>
  cures.find(([token]) => token.test(word))?.[1] ??
  "JSON allows nothing of the kind there. Let a JSON library write the text.";

export const TO_UTF8 =
  "write the text in UTF-8: another encoding, such as ISO-8859-1, or half a character stands there.";

/** What other software writes in place of a JSON value. */
const cures: readonly (readonly [token: RegExp, cure: string])[] = [
  [/NaN|Infinity|^inf$|^nan$/, "JSON has no such number. Look for an amount that was never set, or divided by zero."],
  [/^[-+]?\.\d/, "write a digit before the point, such as 0.50."],
  [/^\+/, "a JSON number has no plus sign."],
  [/^-?0\d/, "a JSON number has no leading zeros. Leave them out, or send the amount as a text."],
  [/^-?\d+\.$/, "write digits after the point, such as 100.00, or leave the point out."],
  [/^(None|True|False|undefined|nil|NULL)/, "write null, true or false: this is a word of a programming language."],
  [/^"'"$|U\+201[89CD]/, "JSON has double quotes only."],
  [/U\+FFFD/, TO_UTF8],
  [/U\+FEFF/, "a byte order mark stands there. Write the text without it."],
  [new RegExp(`${AFTER_COMMA}$`), "write no comma before the bracket that closes."],
  [/^"[}\]]"$/, "a value is missing before it."],
  [/^"\\[nrt]"$/, "a text has no line break or tab in it. Write \\n, \\r or \\t, or leave it out: base64 needs none."],
  [/^"\\""$/, "a comma or a colon is missing before it."],
  [/^"[/#]"$/, "JSON has no comments."],
  [/^"&"$/, "the text was escaped for HTML, as by htmlspecialchars. Leave that out."],
  [/^"\\\\"$/, "the quotes were escaped, as by addslashes. Leave that out."],
  [/^[A-Za-z_]/, 'names and texts need double quotes, such as "amount".'],
];
