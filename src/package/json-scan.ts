/** Names and indexes from the outermost value to an inner one. The scan changes it as it goes on, so copy to keep it. */
export type JsonPath = readonly (string | number)[];

/** Receives what a parsed value doesn't show: how values are written, and which members stand twice. */
export interface JsonVisitor {
  /** Called at the end of each value. `text.slice(start, end)` is the value as written. */
  readonly value?: (path: JsonPath, start: number, end: number) => void;
  /** Called for a member whose name its object has already had. */
  readonly duplicate?: (path: JsonPath) => void;
}

/**
 * Walks over a JSON text. Returns the offset of the first token that JSON doesn't allow there, or undefined if the
 * text is JSON. JSON.parse is faster, but drops all of that. Never overflows the stack.
 */
export function scanJson(text: string, visitor: JsonVisitor = {}): number | undefined {
  const scan = new Scan(text, visitor);
  while (scan.step());
  return scan.fault;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * How many names the objects of a JSON text have, apart from those in texts. May count too many, but never too few. A
 * glance, cheaper than a scan.
 */
export function memberNameCount(text: string): number {
  let names = 0;
  for (let colon = text.indexOf(":"); colon !== -1; colon = text.indexOf(":", colon + 1)) {
    let quote = colon - 1;
    while (text.charCodeAt(quote) <= 0x20) quote--;
    if (text.charCodeAt(quote) !== QUOTE) continue;
    let before = quote - 1;
    while (text.charCodeAt(before) === BACKSLASH) before--;
    // After an odd number of backslashes, the quote is escaped.
    if ((quote - before) % 2 === 1) names++;
  }
  return names;
}

// biome-ignore-start lint/suspicious/noControlCharactersInRegex: JSON allows none of them in a string.
const SPACE = /[ \t\n\r]*/y;
const STRING = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"/y;
/** A string up to its end or its fault. */
const UNCLOSED = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*/y;
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: see above.
const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;

/** An object or array that is still open. */
interface Level {
  readonly start: number;
  readonly close: "}" | "]";
  /** The names so far. Absent for an array. */
  readonly names?: Set<string>;
}

/** What may come next. `first`: also the end of the object or array. */
type Expected = "value" | "first value" | "name" | "first name" | "colon" | "comma";

class Scan {
  /** The offset of the fault, once there is one. */
  fault: number | undefined;
  readonly #text: string;
  readonly #visitor: JsonVisitor;
  readonly #levels: Level[] = [];
  readonly #path: (string | number)[] = [];
  #expected: Expected = "value";
  #at = 0;

  constructor(text: string, visitor: JsonVisitor) {
    this.#text = text;
    this.#visitor = visitor;
  }

  /** Reads one token. False at the end and at a fault. */
  step(): boolean {
    if (this.#text.charCodeAt(this.#at) <= 0x20) this.#at = this.#end(SPACE)!;
    const char = this.#text[this.#at];
    const level = this.#levels.at(-1);
    if (char === undefined && !level && this.#expected === "comma") return false;
    const isTaken = char !== undefined && this.#take(char, level);
    if (!isTaken) this.fault = this.#faultAt(char);
    return isTaken;
  }

  /** Inside a string that should be one, otherwise at the token. */
  #faultAt(char: string | undefined): number {
    const isText = char === '"' && !["colon", "comma"].includes(this.#expected);
    return isText ? this.#end(UNCLOSED)! : this.#at;
  }

  #take(char: string, level: Level | undefined): boolean {
    switch (this.#expected) {
      case "comma":
        if (!level) return false;
        return char === level.close ? this.#closed(level) : char === "," && this.#next(level);
      case "first name":
        return char === "}" ? this.#closed(level!) : this.#name(level!);
      case "name":
        return this.#name(level!);
      case "colon":
        if (char !== ":") return false;
        this.#expected = "value";
        this.#at++;
        return true;
      case "first value":
        if (char === "]") return this.#closed(level!);
        this.#path.push(0);
        return this.#value(char);
      case "value":
        return this.#value(char);
    }
  }

  #name({ names }: Level): boolean {
    const end = this.#end(STRING);
    if (end === undefined) return false;
    const written = this.#text.slice(this.#at + 1, end - 1);
    const name: string = written.includes("\\") ? JSON.parse(`"${written}"`) : written;
    this.#path.push(name);
    if (names!.has(name)) this.#visitor.duplicate?.(this.#path);
    names!.add(name);
    this.#at = end;
    this.#expected = "colon";
    return true;
  }

  #value(char: string): boolean {
    if (char === "{" || char === "[") {
      const start = this.#at++;
      this.#levels.push(char === "{" ? { start, close: "}", names: new Set() } : { start, close: "]" });
      this.#expected = char === "{" ? "first name" : "first value";
      return true;
    }
    const end = this.#end(char === '"' ? STRING : SCALAR);
    if (end === undefined) return false;
    const start = this.#at;
    this.#at = end;
    this.#ended(start);
    return true;
  }

  #closed({ start }: Level): boolean {
    // An empty one has no name or index on the path.
    if (this.#expected === "comma") this.#path.pop();
    this.#levels.pop();
    this.#at++;
    this.#ended(start);
    return true;
  }

  #ended(start: number): void {
    this.#visitor.value?.(this.#path, start, this.#at);
    this.#expected = "comma";
  }

  #next({ names }: Level): boolean {
    const before = this.#path.pop();
    if (!names) this.#path.push((before as number) + 1);
    this.#expected = names ? "name" : "value";
    this.#at++;
    return true;
  }

  /** Where a token that starts here ends. */
  #end(token: RegExp): number | undefined {
    token.lastIndex = this.#at;
    return token.test(this.#text) ? token.lastIndex : undefined;
  }
}

/** Line and column of an offset, both from 1. */
export function placeIn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const lines = text.slice(0, offset).split("\n");
  return { line: lines.length, column: lines.at(-1)!.length + 1 };
}
