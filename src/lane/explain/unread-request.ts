/** What to do about a body, or a `request` in it, that isn't what was expected. Undefined if the general advice fits. `detail`: that of the refusal. */
export function adviceOnJson(detail: string | undefined): string | undefined {
  if (detail?.startsWith("request is missing, and the parameters "))
    return 'Put the parameters into `request` as a JSON text, sign exactly that text, and send {"request": "…", "signature": "…"}.';
  const isRequest = detail?.startsWith("the text of request is ");
  if (detail === undefined || !(isRequest || detail.startsWith("the body is "))) return undefined;
  const [, word = "", after, place] =
    /unexpected (.+?)( after its end,)? (at line \d+, column \d+);/.exec(detail) ?? [];
  if (after !== undefined)
    return `Send nothing after the JSON in ${isRequest ? "`request`" : "the body"}: the rest begins ${place}.`;
  if (place !== undefined) return `In the ${isRequest ? "text of `request`" : "body"} ${place}: ${cureOf(word)}`;
  const what = isRequest ? "The text of `request`" : "The body";
  if (/^the (body|text of request) is empty;/.test(detail))
    return `${what} is empty: nothing was sent. PHP's json_encode returns false, so an empty text, if a text in it is not valid UTF-8: use JSON_THROW_ON_ERROR.`;
  if (detail.includes("encoded once too often"))
    return `${what} was encoded once too often, and is a JSON text with the object in it. Leave out one json_encode, json.dumps or JSON.stringify${isRequest ? "" : ", or send the text as the body and not as JSON"}.`;
  if (!isRequest) return undefined;
  if (detail.includes("breaks off"))
    return "The text of `request` was cut, or lacks a bracket or a quote at its end. Look for a limit of length, such as a column's or a buffer's.";
  if (detail.includes("compressed")) return "Write `request` as JSON text, not compressed.";
  return "Write `request` as a JSON object. The body around it is right.";
}

const cureOf = (word: string): string =>
  cures.find(([token]) => token.test(word))?.[1] ??
  "JSON allows nothing of the kind there. Let a JSON library write the text.";

/** What other software writes in place of a JSON value. */
const cures: readonly (readonly [token: RegExp, cure: string])[] = [
  [/NaN|Infinity|^inf$|^nan$/, "JSON has no such number. Look for an amount that was never set, or divided by zero."],
  [/^[-+]?\.\d/, "write a digit before the point, such as 0.50."],
  [/^\+/, "a JSON number has no plus sign."],
  [/^-?0\d/, "a JSON number has no leading zeros. Leave them out, or send the amount as a text."],
  [/^-?\d+\.$/, "write digits after the point, such as 100.00, or leave the point out."],
  [/^(None|True|False|undefined|nil|NULL)/, "write null, true or false: this is a word of a programming language."],
  [/^"'"$|U\+201[89CD]/, "JSON has double quotes only."],
  [/U\+FEFF/, "a byte order mark stands there. Write the text without it."],
];
