import { InvalidInput } from "../../../package/errors.js";
import { isObject, jsonIn, objectIn } from "../../../package/json.js";

const EXPECTED = "expected the parameters of a call as a JSON object";

/**
 * The text to sign, from any form that people may have: the parameters, the quoted `request` of an envelope, or a
 * whole envelope. Throws InvalidInput with the position.
 */
export function requestTextOf(input: string): string {
  const text = input.trim();
  if (text === "") throw notARequest("stdin:1:1: there is no request");
  const value = jsonIn(text);
  if (value === undefined) throw notARequest(`stdin:${placeOf(input, offsetOfFault(input.trimEnd()))}: not valid JSON`);
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

/**
 * The offset at which JSON.parse fails. Its message has the position of most faults, but not of an unexpected word or
 * end.
 */
function offsetOfFault(text: string): number {
  const what = whatIsWrong(text);
  if (what.startsWith("Unexpected end")) return text.length;
  if (!what.startsWith("Unexpected token")) return Number(/ at position (\d+)/.exec(what)?.[1] ?? 0);
  // Finds the shortest prefix that has an unexpected token. It ends at the fault: shorter prefixes only end
  // unexpectedly.
  let [fine, wrong] = [0, text.length];
  while (wrong - fine > 1) {
    const middle = Math.floor((fine + wrong) / 2);
    if (whatIsWrong(text.slice(0, middle)).startsWith("Unexpected token")) wrong = middle;
    else fine = middle;
  }
  return wrong - 1;
}

function whatIsWrong(text: string): string {
  try {
    JSON.parse(text);
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}

function placeOf(text: string, offset: number): string {
  const lines = text.slice(0, offset).split("\n");
  return `${lines.length}:${lines.at(-1)!.length + 1}`;
}
