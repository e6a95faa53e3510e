import { createHash } from "node:crypto";

declare global {
  // Node has them since version 21, but the standard library's types lack them.
  interface JSON {
    /** Makes a value that is serialised as exactly this text. */
    rawJSON(text: string): unknown;
    isRawJSON(value: unknown): boolean;
  }
}

/** A text that clients may sign by mistake instead of `request`. */
export interface OtherText {
  /** Follows "it signs ". */
  readonly what: string;
  readonly text: string | Buffer;
}

/**
 * Limits, in characters and levels, above which a text isn't reserialised, because that takes time for every invalid
 * call.
 */
const TEXT_MAX = 20_000;
const DEPTH_MAX = 50;

/** Other texts that a JSON library could make of the same parameters, simplest first. */
export function otherTexts(text: string): readonly OtherText[] {
  const digest = createHash("sha256").update(text).digest();
  const plain: OtherText[] = [
    { what: "the text with a line break at its end", text: `${text}\n` },
    { what: "the text with a line break (CRLF) at its end", text: `${text}\r\n` },
    { what: "the text without the white space around it", text: text.trim() },
    {
      what: "the text as it stands inside the body, its inner quotes escaped",
      text: JSON.stringify(text).slice(1, -1),
    },
    { what: "the text as a JSON string, in quotes", text: JSON.stringify(text) },
    { what: "the whole body, with `request` as a text", text: JSON.stringify({ request: text }) },
    { what: "the text in base64", text: Buffer.from(text).toString("base64") },
    { what: "the text in UTF-16", text: Buffer.from(text, "utf16le") },
    { what: "the text in Latin-1", text: Buffer.from(text, "latin1") },
    { what: "the SHA-256 digest of the text (so it is hashed twice)", text: digest },
    { what: "the SHA-256 digest of the text in hexadecimal (so it is hashed twice)", text: digest.toString("hex") },
    {
      what: "a JWS (JSON Web Signature) over the text",
      text: `${Buffer.from('{"alg":"RS256"}').toString("base64url")}.${Buffer.from(text).toString("base64url")}`,
    },
    { what: "nothing (an empty text)", text: "" },
  ];
  const value = text.length > TEXT_MAX || depthOf(text) > DEPTH_MAX ? undefined : parsed(text);
  return value === undefined ? plain : [...plain, ...respelled(text), ...rewritten(text, value)];
}

/** The text with other escapes or numbers. */
const respelled = (text: string): readonly OtherText[] => [
  { what: "the text with its slashes not escaped", text: text.replaceAll("\\/", "/") },
  { what: "the text with its slashes escaped", text: text.replaceAll("/", "\\/") },
  { what: "the text with other than ASCII not escaped", text: unescaped(text) },
  { what: "the text with other than ASCII escaped", text: escaped(text) },
  { what: "the text with 50.0 and 50.10 written as 50 and 50.1", text: withoutZeros(text) },
];

/** By languages that keep the spelling of numbers or write 20.0 for a double, and by those that write 20. */
const rewritten = (text: string, value: object): readonly OtherText[] =>
  [parsed(text, asWritten) as object, value].flatMap(serialised);

/** The same JSON as libraries write it. */
function serialised(value: object): readonly OtherText[] {
  const ways: readonly (readonly [what: string, write: (value: object) => string])[] = [
    ["re-serialised JSON, without white space", (v) => JSON.stringify(v)],
    ["re-serialised JSON, with a space after each colon and comma", spaced],
    ["re-serialised JSON, indented by 2", (v) => JSON.stringify(v, null, 2)],
    ["re-serialised JSON, indented by 4", (v) => JSON.stringify(v, null, 4)],
  ];
  const members: readonly (readonly [what: string, value: object])[] = [
    ["", value],
    [" with its members sorted", sorted(value, deeply) as object],
    // PHP's ksort leaves what is within.
    [" with its outer members sorted", sorted(value, (inner) => inner) as object],
  ];
  const escapes: readonly (readonly [what: string, escape: (json: string) => string])[] = [
    ["", (json) => json],
    [" and slashes escaped", (json) => json.replaceAll("/", "\\/")],
    [" and other than ASCII escaped", (json) => escaped(json)],
    [" and slashes and other than ASCII escaped", (json) => escaped(json.replaceAll("/", "\\/"))],
  ];
  const written = ways.flatMap(([way, write]) =>
    members.flatMap(([order, v]) =>
      escapes.map(([what, escaping]) => ({ what: `${way}${order}${what}`, text: escaping(write(v)) })),
    ),
  );
  return [
    ...written,
    {
      what: "the fields as sorted key=value joined by &, which is how notifications are signed",
      text: canonical(value),
    },
    { what: "the whole body, with `request` as an object", text: JSON.stringify({ request: value }) },
  ];
}

/** An upper bound for the nesting depth: brackets inside strings count too. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const c of text) {
    if (c === "{" || c === "[") depth++;
    else if (c === "}" || c === "]") depth--;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

function parsed(text: string, reviver?: typeof asWritten): object | undefined {
  try {
    const value: unknown = JSON.parse(text, reviver);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps the spelling of numbers, since JSON.parse makes 20 of 20.0. */
const asWritten = (_: string, value: unknown, written?: { readonly source: string }): unknown =>
  typeof value === "number" && written ? JSON.rawJSON(written.source) : value;

/** True for an object or array, but not for a number that keeps its spelling. */
const isNested = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !JSON.isRawJSON(value);

/** JSON with spaces, as Python writes it. */
const spaced = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  if (!isNested(value)) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, member]) => `${JSON.stringify(key)}: ${spaced(member)}`)
    .join(", ")}}`;
};

const deeply = (value: unknown): unknown => sorted(value, deeply);

const sorted = (value: unknown, within: (inner: unknown) => unknown): unknown => {
  if (Array.isArray(value)) return value.map(within);
  if (!isNested(value)) return value;
  const members = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.keys(members)
      .sort()
      .map((key) => [key, within(members[key])]),
  );
};

const escaped = (json: string): string =>
  json.replace(/[^\0-\x7f]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);

const unescaped = (json: string): string =>
  json.replace(/\\u([0-9a-f]{4})/gi, (whole, code: string) => {
    const c = Number.parseInt(code, 16);
    return c < 0x80 ? whole : String.fromCharCode(c);
  });

/** Numbers as most languages write a double. */
const withoutZeros = (json: string): string =>
  json.replace(/(\d)(?:\.0+|(\.\d*?[1-9])0+)(?=\s*[,}\]])/g, (_, whole: string, part = "") => `${whole}${part}`);

const canonical = (value: object): string =>
  Object.entries(value)
    .map(([key, member]) => `${key}=${typeof member === "object" ? JSON.stringify(member) : member}`)
    .sort()
    .join("&");
