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
  if (value === undefined) return plain;
  const sent = { text, whiteSpace: whiteSpaceOf(text), changedBy: new Set(spellings.filter(changes(text))) };
  return [...plain, ...respelled(sent), ...rewritten(sent, value)];
}

/** One way to write a part of JSON. */
interface Spelling {
  /** Such as "slashes", followed by `state`. */
  readonly whose: string;
  readonly state: "escaped" | "not escaped" | "written as 50 and 50.1";
  readonly write: (json: string) => string;
}

const slashes: readonly Spelling[] = [
  { whose: "slashes", state: "not escaped", write: (json) => withoutSlashes(json) },
  { whose: "slashes", state: "escaped", write: (json) => withoutSlashes(json).replaceAll("/", "\\/") },
];
const beyondAscii: readonly Spelling[] = [
  { whose: "non-ASCII characters", state: "not escaped", write: (json) => unescaped(json) },
  { whose: "non-ASCII characters", state: "escaped", write: (json) => escaped(json) },
];
const numbers: Spelling = {
  whose: "50.0 and 50.10",
  state: "written as 50 and 50.1",
  write: (json) => withoutZeros(json),
};

const spellings: readonly Spelling[] = [...slashes, ...beyondAscii, numbers];

const changes =
  (json: string) =>
  ({ write }: Spelling): boolean =>
    write(json) !== json;

/** The text that came, and what each of its many other texts is compared with. */
interface Sent {
  readonly text: string;
  readonly whiteSpace: string;
  /** The spellings that are not the text's own. */
  readonly changedBy: ReadonlySet<Spelling>;
}

/** All choices of at most one element of each list. */
const choices = (lists: readonly (readonly Spelling[])[]): readonly (readonly Spelling[])[] =>
  lists.reduce<readonly (readonly Spelling[])[]>(
    (before, list) => before.flatMap((chosen) => [chosen, ...list.map((one) => [...chosen, one])]),
    [[]],
  );

/** Which of these spellings are not those of the text that came. Empty if none. */
function namesOf(chosen: readonly Spelling[], { changedBy }: Sent): string {
  const differing = chosen.filter((one) => changedBy.has(one));
  const states = Map.groupBy(differing, ({ state }) => state);
  const names = [...states].map(([state, of]) => `${of.map(({ whose }) => whose).join(" and ")} ${state}`);
  return `${names.join(" and ")}${flagsOf(differing)}`;
}

const spelt = (json: string, chosen: readonly Spelling[]): string =>
  chosen.reduce((text, { write }) => write(text), json);

/** The flags of json_encode that explain escapes, since PHP alone escapes slashes. */
function flagsOf(differing: readonly Spelling[]): string {
  if (!differing.some(({ whose }) => whose === "slashes")) return "";
  const flags = differing.flatMap(({ whose, state }) => {
    const flag = `JSON_UNESCAPED_${whose === "slashes" ? "SLASHES" : "UNICODE"}`;
    return state === "not escaped" ? flag : state === "escaped" ? `no ${flag}` : [];
  });
  return ` (in PHP ${flags.join(", ")})`;
}

/** The text with other escapes or numbers, those with fewest changes first. */
const respelled = (sent: Sent): readonly OtherText[] =>
  choices([slashes, beyondAscii, [numbers]])
    .map((chosen) => ({ chosen, names: namesOf(chosen, sent) }))
    .filter(({ names }) => names !== "")
    .map(({ chosen, names }) => ({ what: `the text with ${names}`, text: spelt(sent.text, chosen) }));

/** By languages that keep the spelling of numbers or write 20.0 for a double, and by those that write 20. */
const rewritten = (sent: Sent, value: object): readonly OtherText[] => [
  ...serialised(parsed(sent.text, asWritten) as object, sent, []),
  ...serialised(value, sent, [numbers]),
];

/**
 * The same JSON as libraries write it. Says only what differs from the text that was sent. `also`: how the value's numbers
 * are spelt already.
 */
function serialised(value: object, sent: Sent, also: readonly Spelling[]): readonly OtherText[] {
  const ways: readonly (readonly [what: string, write: (value: object) => string])[] = [
    ["without white space", (v) => JSON.stringify(v)],
    ["with a space after each colon and comma", spaced],
    ["indented by 2", (v) => JSON.stringify(v, null, 2)],
    ["indented by 4", (v) => JSON.stringify(v, null, 4)],
  ];
  const members: readonly (readonly [what: string, value: object])[] = [
    ["", value],
    ["its members sorted", sorted(value, deeply) as object],
    // PHP's ksort leaves what is within.
    ["its outer members sorted", sorted(value, (inner) => inner) as object],
  ];
  const escapes = slashes
    .flatMap((slash) => beyondAscii.map((wide) => [slash, wide]))
    .map((chosen) => ({ chosen, names: namesOf([...chosen, ...also], sent) }));
  const written = ways.flatMap(([way, write]) => {
    const layout = whiteSpaceOf(write(value)) === sent.whiteSpace ? "" : way;
    return members.flatMap(([order, v]) => {
      const json = write(v);
      return escapes.map(({ chosen, names }) => ({
        what: ["re-serialised JSON", layout, order, names].filter((part) => part !== "").join(", "),
        text: spelt(json, chosen),
      }));
    });
  });
  return [
    ...written,
    {
      what: "the fields as sorted key=value joined by &, which is how notifications are signed",
      text: canonical(value),
    },
    { what: "the whole body, with `request` as an object", text: JSON.stringify({ request: value }) },
  ];
}

/** The white space between the tokens of JSON. */
const whiteSpaceOf = (json: string): string =>
  json.replace(/"(?:[^"\\]|\\.)*"|\S/g, (token) => (token === ":" || token === "," ? token : ""));

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

/** Most JSON has no escape, and this is asked of a hundred texts for each signature that is wrong. */
const hasEscape = (json: string): boolean => json.includes("\\");

/** Reads each escape as a whole, because an escaped backslash may stand before a slash. */
const withoutSlashes = (json: string): string =>
  hasEscape(json) ? json.replace(/\\(.)/g, (whole, c: string) => (c === "/" ? c : whole)) : json;

function unescaped(json: string): string {
  if (!hasEscape(json)) return json;
  return json.replace(/\\(?:u([0-9a-f]{4})|.)/gi, (whole, code?: string) => {
    const c = Number.parseInt(code ?? "0", 16);
    return c < 0x80 ? whole : String.fromCharCode(c);
  });
}

/** Numbers as most languages write a double. */
const withoutZeros = (json: string): string =>
  json.replace(/(\d)(?:\.0+|(\.\d*?[1-9])0+)(?=\s*[,}\]])/g, (_, whole: string, part = "") => `${whole}${part}`);

const canonical = (value: object): string =>
  Object.entries(value)
    .map(([key, member]) => `${key}=${typeof member === "object" ? JSON.stringify(member) : member}`)
    .sort()
    .join("&");
