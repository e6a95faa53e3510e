import { assertName } from "../ports/name.js";

/** Names that Windows reserves for devices, with any ending. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
/** A character that no name of a lane or snapshot contains. */
const MARK = "~";

/**
 * The file name of a lane or snapshot. Capital letters are marked on every system, because a disk may treat `A` and
 * `a` as the same name, for example if a Mac shares it with a container.
 */
export function fileNameOf(name: string): string {
  const apart = assertName(name).replace(/[A-Z]/g, (letter) => MARK + letter.toLowerCase());
  return DEVICE.test(apart) ? MARK + MARK + apart : apart;
}

/** The name of the lane or snapshot in a file, as written by this or an earlier version. */
export const nameOfFile = (file: string): string =>
  file.replace(/^~~/, "").replace(/~([a-z])/g, (_, letter: string) => letter.toUpperCase());
