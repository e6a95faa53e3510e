import { jsonCure } from "../../package/json-fault.js";

/** What to do about a body, or a `request` in it, that isn't what was expected. Undefined if the general advice fits. `detail`: that of the refusal. `body`: the body as the journal has it. */
export function adviceOnJson(detail: string | undefined, body?: string): string | undefined {
  if (detail?.startsWith("request is not a text;")) return adviceOnValue(body);
  if (detail?.startsWith("request is missing, and the parameters "))
    return 'Put the parameters into `request` as a JSON text, sign exactly that text, and send {"request": "…", "signature": "…"}.';
  const isRequest = detail?.startsWith("the text of request is ");
  if (detail === undefined || !(isRequest || detail.startsWith("the body is "))) return undefined;
  const [, word = "", after, place] =
    /unexpected (.+?)( after its end,)? (at line \d+, column \d+);/.exec(detail) ?? [];
  if (after !== undefined)
    return `Send nothing after the JSON in ${isRequest ? "`request`" : "the body"}: the rest begins ${place}.`;
  if (place !== undefined) return `In the ${isRequest ? "text of `request`" : "body"} ${place}: ${jsonCure(word)}`;
  const what = isRequest ? "The text of `request`" : "The body";
  if (/^the (body|text of request) is empty;/.test(detail))
    return `${what} is empty: nothing was sent. PHP's json_encode returns false, so an empty text, if a text in it is not valid UTF-8: use JSON_THROW_ON_ERROR.`;
  if (detail.includes("encoded once too often"))
    return `${what} was encoded once too often, and is a JSON text with the object in it. Leave out one json_encode, json.dumps or JSON.stringify${isRequest ? "" : ", or send the text as the body and not as JSON"}.`;
  if (detail.includes("base64 of JSON"))
    return `${what} is base64. Write the JSON text itself; only the signature is base64.`;
  if (detail.includes("a form, not JSON"))
    return `${what} is a form, such as http_build_query or URLSearchParams writes. Write JSON, with json_encode, json.dumps or JSON.stringify.`;
  if (detail.includes("in UTF-16")) return `${what} is in UTF-16. Write UTF-8, and leave out charset=utf-16.`;
  const [, end] = /it (breaks off after \d+ characters)/.exec(detail) ?? [];
  if (end !== undefined)
    return `${what} ${end}: it was cut, or lacks a bracket or a quote at its end. Look for a limit of length, such as a column's or a buffer's${isRequest ? "" : ", and for a Content-Length that counts characters in place of bytes"}.`;
  if (!isRequest)
    return detail.includes("compressed") ? "Send the body uncompressed, without Content-Encoding." : undefined;
  if (detail.includes("compressed")) return "Write `request` as JSON text, not compressed.";
  return "Write `request` as a JSON object. The body around it is right.";
}

/** What was sent in place of the text. The journal's body may be cut, so it is not parsed. */
function adviceOnValue(body = ""): string | undefined {
  const [, start] = /"request"\s*:\s*(false|true|null|[{[]|[-\d])/.exec(body) ?? [];
  const found = start && (values[start] ?? "a number. Send a JSON object as text.");
  return found && `\`request\` is ${found}`;
}

const AS_TEXT =
  'Write it as a text with json_encode, json.dumps or JSON.stringify, sign exactly that text, and send {"request": "<the text>", "signature": "…"}.';

const values: Readonly<Record<string, string>> = {
  false:
    "false. PHP's json_encode returns false if a text in it is not valid UTF-8, such as ISO-8859-1: convert it, and use JSON_THROW_ON_ERROR.",
  true: "true. Send a JSON object as text.",
  null: "null: the text was never set. Send a JSON object as text.",
  "{": `an object, expected a text. ${AS_TEXT}`,
  "[": `an array, expected the text of an object. ${AS_TEXT}`,
};
