/** Invalid user input: one line for each fault. The command line exits with 2. */
export class InvalidInput extends Error {
  readonly lines: readonly string[];

  constructor(lines: string | readonly string[]) {
    const list = typeof lines === "string" ? [lines] : lines;
    super(list.join("\n"));
    this.lines = list;
  }
}

/**
 * The program could not start: the port is in use, the data folder is in use, a file cannot be read. The message is
 * one line.
 */
export class CannotStart extends Error {}

/** A command failed for a reason outside itself. The command line exits with 1. */
export class CommandFailed extends Error {}
