import { readFileSync, statSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { InvalidInput } from "../../../package/errors.js";
import { NO_FILE, whyNoFile } from "../../../package/regular-file.js";

/** The maximum size of a log or a recording in bytes, also after unpacking. */
const LOG_MAX_BYTES = 256 * 1_048_576;

/**
 * The text of a log or a recording: UTF-8, or UTF-16 as Windows programs write it. May be compressed by gzip. Throws
 * InvalidInput.
 */
export function logText(file: string): string {
  const why = whyNoFile(file);
  if (why !== undefined) throw new InvalidInput(why === NO_FILE ? `there is no file ${file}` : `${file}: found ${why}`);
  const found = statSync(file);
  if (found.size > LOG_MAX_BYTES)
    throw new InvalidInput(`${file}:1:1: the file has ${found.size} bytes, expected at most 256 MB`);
  const bytes = unpacked(readFileSync(file), file);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  return new TextDecoder("utf-8").decode(bytes);
}

const isPacked = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

function unpacked(bytes: Buffer, file: string): Buffer {
  if (!isPacked(bytes)) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: LOG_MAX_BYTES });
  } catch (error) {
    throw new InvalidInput(
      `${file}:1:1: it cannot be unpacked (${(error as Error).message}), expected gzip of at most 256 MB`,
    );
  }
}

/** A body that an archive stores in base64, compressed or not. */
export function bodyOfBase64(text: string): string {
  const bytes = Buffer.from(text, "base64");
  try {
    return (isPacked(bytes) ? gunzipSync(bytes, { maxOutputLength: LOG_MAX_BYTES }) : bytes).toString("utf8");
  } catch {
    return "";
  }
}
