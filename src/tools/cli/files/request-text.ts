import { InvalidInput } from "../../../package/errors.js";
import { isObject, jsonIn, objectIn } from "../../../package/json.js";
import { placeIn, scanJson } from "../../../package/json-scan.js";

const EXPECTED = "expected the parameters of a call as a JSON object";

/**
 * The text to sign, from any form that people may have: the parameters, the quoted `request` of an envelope, or a
 * whole envelope. Throws InvalidInput with the position.
 */
export function requestTextOf(input: string): string {
  const text = input.trim();
  if (text === "") throw notARequest("stdin:1:1: there is no request");
  const value = jsonIn(text);
  if (value === undefined) throw notARequest(`stdin:${placeOf(input, scanJson(input.trimEnd()) ?? 0)}: not valid JSON`);
  if (typeof value === "string") return inner(value, "a text that");
  if (!isObject(value)) throw notARequest(`stdin:${placeOf(input, input.indexOf(text))}: ${jsonKind(value)}`);
  // A member `request` always means an envelope, because no operation has a parameter of this name.
  return typeof value.request === "string" ? inner(value.request, "an envelope whose request") : text;
}

export const notARequest = (what: string): InvalidInput => new InvalidInput(`${what}, ${EXPECTED}`);

function inner(text: string, what: string): string {
  if (objectIn(text)) return text;
  throw notARequest(`stdin:1:1: ${what} holds no JSON object`);
}

const jsonKind = (value: unknown): string =>
  Array.isArray(value) ? "a list" : value === null ? "null" : `a ${typeof value}`;

function placeOf(text: string, offset: number): string {
  const { line, column } = placeIn(text, offset);
  return `${line}:${column}`;
}
