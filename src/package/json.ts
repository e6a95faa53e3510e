type Members = Record<string, unknown>;

/** A JSON object that is only read. */
export type Json = Readonly<Record<string, unknown>>;

/** The value of a JSON text. Undefined if it isn't JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const isObject = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The value if it is an object. Undefined for anything else. */
export const objectOf = (value: unknown): Members | undefined => (isObject(value) ? value : undefined);

/** The object in a JSON text. Undefined for anything else. */
export const objectIn = (text: string): Members | undefined => objectOf(jsonIn(text));
