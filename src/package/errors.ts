/** What the user gave cannot be used: one line for each fault. The command line exits with 2. */
export class InvalidInput extends Error {
  readonly lines: readonly string[];

  constructor(lines: string | readonly string[]) {
    const list = typeof lines === "string" ? [lines] : lines;
    super(list.join("\n"));
    this.lines = list;
  }
}

/** It could not start: the port is taken, the data folder is in use, a file cannot be read. One line that says why. */
export class CannotStart extends Error {}
