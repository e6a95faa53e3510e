/** It could not start: the port is taken, the data folder is in use, a file cannot be read. One line that says why. */
export class CannotStart extends Error {}
