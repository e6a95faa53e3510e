/** A command did not do what it was asked for, for a reason that is not its own. Exits with 1. */
export class CommandFailed extends Error {}
