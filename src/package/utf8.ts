import { placeIn } from "./json-scan.js";

/** A byte that is not UTF-8. */
export interface WrongByte {
  /** As people write it, such as `0xE9`. */
  readonly byte: string;
  /** How many bytes stand before it. */
  readonly offset: number;
  /** How many UTF-16 units of the text stand before it. */
  readonly at: number;
}

const REPLACEMENT = "\ufffd";

/** The first byte that a text has as U+FFFD because it is not UTF-8. The text may have had U+FFFD itself, so the bytes are compared. */
export function wrongByte(bytes: Buffer, text: string): WrongByte | undefined {
  for (let from = 0, at = text.indexOf(REPLACEMENT), offset = 0; at >= 0; at = text.indexOf(REPLACEMENT, from)) {
    offset += Buffer.byteLength(text.slice(from, at));
    if (bytes.indexOf(REPLACEMENT, offset) !== offset)
      return { byte: `0x${bytes[offset]!.toString(16).toUpperCase().padStart(2, "0")}`, offset, at };
    offset += Buffer.byteLength(REPLACEMENT);
    from = at + 1;
  }
  return undefined;
}

/** A text that people wrote is not UTF-8. */
export class NotUtf8 extends Error {
  /** The fault and its place, as of any other document. Line and column count from 1. */
  readonly problem: {
    readonly line: number;
    readonly column: number;
    readonly what: string;
    readonly expected: string;
  };

  constructor(text: string, { byte, at }: WrongByte) {
    const { line, column } = placeIn(text, at);
    const isUtf16 = /^\ufffd{2}.?\0/s.test(text);
    super(`a text that is not UTF-8 (${isUtf16 ? "it is UTF-16" : `byte ${byte} at line ${line}, column ${column}`})`);
    const what = isUtf16 ? "the text is UTF-16" : `byte ${byte} is not UTF-8`;
    this.problem = { line, column, what, expected: "a text in UTF-8" };
  }
}

/** Throws NotUtf8: a letter that was read as U+FFFD would be another one wherever it is compared or sent. */
export function utf8Text(bytes: Buffer): string {
  const text = bytes.toString("utf8");
  const wrong = wrongByte(bytes, text);
  if (wrong !== undefined) throw new NotUtf8(text, wrong);
  return text;
}
