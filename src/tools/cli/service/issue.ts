import { Option } from "@commander-js/extra-typings";
import { InvalidInput } from "../../../package/errors.js";
import { checkWritable, pathFault, writeNamed } from "../../../package/writing.js";
import type { WrongGuess } from "../../trust/issue/issue.js";

export const issueOption = () =>
  new Option(
    "--issue <file>",
    "write a report of the differences that you can send as it is (Markdown); sends nothing",
  );

/** Prints the report, and then writes it. `found`: how the differences were found. */
export async function writeIssue(file: string, guesses: readonly WrongGuess[], found: string): Promise<void> {
  const { issueText } = await import("../../trust/issue/issue.js");
  const text = issueText(guesses, { found });
  process.stdout.write(`\n${text}\n`);
  writeNamed(file, text, "--issue");
  process.stdout.write(`wrote ${file}; nothing was sent\n`);
}

/** Reports an unwritable path before anything is sent. */
export function requireWritable(option: string, file: string | undefined): void {
  if (file === undefined) return;
  try {
    checkWritable(file);
  } catch (error) {
    throw new InvalidInput(`${option}: cannot write ${file}: ${pathFault(error)}`);
  }
}
