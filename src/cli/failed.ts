/** A command failed for a reason outside itself. Exits with 1. */
export class CommandFailed extends Error {}
