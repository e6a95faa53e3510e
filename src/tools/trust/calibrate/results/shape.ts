import { jsonIn } from "../../../../package/json.js";

const NAME = /^[A-Za-z_ -]{0,40}$/;
const DATE = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;

/**
 * The part of a value that stays constant between answers: names unchanged, but dates and numbers only by their form.
 */
export function shapeOf(value: unknown): string {
  if (value === undefined) return "left out";
  if (value === null || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return "a list";
  if (typeof value !== "string") return typeof value === "object" ? "an object" : "a number";
  if (NAME.test(value)) return JSON.stringify(value);
  if (DATE.test(value)) return JSON.stringify(value.replace(/\d/g, "0"));
  if (/^\d+$/.test(value)) return `a text of ${value.length} digits`;
  return value.includes("@") ? "an email address" : "another text";
}

const QUOTED = /"(?:[^"\\]|\\.)*"/g;

/** A sentence in which quoted values are replaced by their shapes. */
export const sentenceShape = (text: string): string =>
  text.replace(QUOTED, (quoted) => {
    const value = jsonIn(quoted);
    return value === undefined ? quoted : shapeOf(value);
  });
