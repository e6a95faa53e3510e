import { printable } from "../package/printable.js";

/** GitHub accepts at most 65,536 characters in a comment. */
const COMMENT_CHARS = 60_000;
const TEXT_CHARS = 2_000;

/** Text from a shop or a command, in one line, escaped so that it can't become markup, a mention or a link. */
export const plainText = (from: string): string =>
  oneLine(from)
    .replace(/[\\`*_~[\]<>|#@&!$]/g, (letter) => `\\${letter}`)
    .replaceAll("://", ":\\//");

/** The same as code. Replaces characters that could end the code or a table's cell. */
export const codeText = (from: string): string => `\`${oneLine(from).replaceAll("`", "'").replaceAll("|", "¦")}\``;

function oneLine(from: string): string {
  const line = printable(from.toWellFormed()).replace(/\s+/gu, " ").trim();
  return line.length <= TEXT_CHARS ? line : `${line.slice(0, TEXT_CHARS).toWellFormed()}…`;
}

/**
 * As many parts as fit into a comment, in their order. Says so if a part was left out. The first part must be short.
 */
export function commentOf(parts: readonly string[]): string {
  const kept: string[] = [];
  let length = 0;
  for (const part of parts) {
    length += part.length + 1;
    if (length > COMMENT_CHARS) return `${kept.join("\n")}\n\nShortened: the JSON report has all of it.\n`;
    kept.push(part);
  }
  return `${kept.join("\n")}\n`;
}
