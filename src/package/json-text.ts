import { InvalidInput } from "./errors.js";
import { isObject, jsonIn } from "./json.js";
import { scanJson } from "./json-scan.js";

// Changes to a JSON text that leave all its other bytes as they are: 50.10 stays 50.10, and 1e3 stays 1e3.

/**
 * Sets the value at a path, such as `["lineItems", "0", "quantity"]`. Adds objects and lists that are missing on the way.
 * `json`: the value as JSON. `text` must be a JSON object or array.
 */
export function withValueAt(text: string, path: readonly string[], json: string): string {
  const [name, ...inner] = path as readonly [string, ...string[]];
  const members = placesOf(text);
  const member = members.get(name);
  const isNext = text.startsWith("[") && name === String(members.size);
  if (!member && !isNext && text.startsWith("["))
    throw new InvalidInput(`expected an item of the list from 0 to ${members.size}, found ${JSON.stringify(name)}`);
  const value =
    inner.length === 0 ? json : withValueAt(holder(member && text.slice(...member), inner[0]!), inner, json);
  if (member) return text.slice(0, member[0]) + value + text.slice(member[1]);
  const before = text.slice(0, text.search(/[}\]]\s*$/)).trimEnd();
  const comma = members.size === 0 ? "" : ",";
  return `${before}${comma}${isNext ? "" : `${JSON.stringify(name)}:`}${value}${text.slice(before.length)}`;
}

/** An inner value that can have this member. Anything else is replaced by an empty object, or by an empty list before a 0. */
const holder = (text = "", name: string): string => (/^[{[]/.test(text) ? text : name === "0" ? "[]" : "{}");

/** Where the values of the outer object or array begin and end, by name or index. */
function placesOf(text: string): ReadonlyMap<string, readonly [start: number, end: number]> {
  const members = new Map<string, readonly [number, number]>();
  scanJson(text, {
    value: ({ length, 0: name }, start, end) => void (length === 1 && members.set(String(name), [start, end])),
  });
  return members;
}

/** The parameters of a call, with the merchant in front if they name none. Anything but a JSON object stays as it is. */
export function withMerchantId(text: string, merchantId: number): string {
  const params = jsonIn(text);
  // Also if it is misspelt, since it would be another merchant's order.
  if (!isObject(params) || Object.keys(params).some((name) => /^merchant[_-]?id$/i.test(name))) return text;
  const start = text.indexOf("{") + 1;
  const comma = Object.keys(params).length === 0 ? "" : ",";
  return `${text.slice(0, start)}"merchantId":${merchantId}${comma}${text.slice(start)}`;
}

/** Levels of a JSON text that are laid out. The indent of deeper ones would take more room than the text. */
const levels = 200;

/**
 * Lays a JSON text out over lines, without a change to its strings and numbers. Returns other texts, and those nested
 * deeper than 200 levels, as they are.
 */
export function indented(text: string): string {
  if (scanJson(text) !== undefined) return text;
  let depth = 0;
  let deepest = 0;
  const line = (): string => (deepest > levels ? "" : `\n${"  ".repeat(depth)}`);
  const laidOut = text.replace(/"(?:[^"\\]|\\.)*"|[{[]\s*[}\]]|[{}[\],:]|\s+/g, (token) => {
    if (/^\s/.test(token)) return "";
    if (/^["]/.test(token)) return token;
    if (token.length > 1) return token.replace(/\s/g, "");
    if (token === ":") return ": ";
    if (token === ",") return `,${line()}`;
    depth += token === "{" || token === "[" ? 1 : -1;
    deepest = Math.max(deepest, depth);
    return token === "{" || token === "[" ? `${token}${line()}` : `${line()}${token}`;
  });
  return deepest > levels ? text : laidOut;
}
