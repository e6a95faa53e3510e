import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats, statSync } from "node:fs";
import { NotUtf8, utf8Text } from "./utf8.js";

const MB = 1_048_576;
/** Larger than any text that people or programs write for the sandbox, but for logs. */
const TEXT_MAX_BYTES = 16 * MB;

/** There is something else than a regular file at the path, or it is too large. The message doesn't name the path. */
export class NoRegularFile extends Error {}

/** The text of a file, and when it was last changed, in milliseconds since the epoch. */
export interface RegularFile {
  readonly text: string;
  readonly changedAt: number;
}

export interface ReadOptions {
  readonly maxBytes?: number | undefined;
  /** True for keys and certificates, whose comments may be in any encoding. */
  readonly isPem?: boolean;
}

/**
 * Reads a file that another program may have made. Undefined if there is none. Throws NoRegularFile if it is a folder,
 * a pipe or a device, because reading those fails or never ends, and if it can't be read or is too large; NotUtf8.
 */
export function readRegular(
  path: string,
  { maxBytes = TEXT_MAX_BYTES, isPem = false }: ReadOptions = {},
): RegularFile | undefined {
  const why = whyNoFile(path);
  if (why === NO_FILE) return undefined;
  if (why !== undefined) throw new NoRegularFile(why);
  let file: number | undefined;
  try {
    // Never waits for a pipe that takes the file's place meanwhile.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const found = fstatSync(file);
    const changed = otherKind(found) ?? tooLarge(found, maxBytes);
    if (changed !== undefined) throw new NoRegularFile(changed);
    const bytes = readFileSync(file);
    return { text: isPem ? bytes.toString("utf8") : utf8Text(bytes), changedAt: found.mtimeMs };
  } catch (error) {
    if (error instanceof NoRegularFile || error instanceof NotUtf8) throw error;
    throw new NoRegularFile((error as Error).message);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** The text of a file that the user names. Throws an Error that says why it can't be read, without its path. */
export function textOfNamed(path: string, options?: ReadOptions): string {
  const found = readRegular(path, options);
  if (found === undefined) throw new NoRegularFile(NO_FILE);
  return found.text;
}

export const NO_FILE = "no such file";

/** Why there is no regular file at a path, such as `no such file`. Undefined if there is one. Never throws. */
export function whyNoFile(path: string): string | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found === undefined ? NO_FILE : otherKind(found);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOTDIR" || code === "ENOENT") return NO_FILE;
    return code === "ELOOP" ? "a link that leads to itself" : message;
  }
}

/** Undefined for a regular file. */
function otherKind(found: Stats): string | undefined {
  if (found.isFile()) return undefined;
  if (found.isDirectory()) return "a folder, expected a file";
  return found.isFIFO() ? "a pipe, expected a file" : "no regular file";
}

const tooLarge = ({ size }: Stats, maxBytes: number): string | undefined =>
  size > maxBytes ? `a file of ${size} bytes, expected at most ${Math.floor(maxBytes / MB)} MB` : undefined;
