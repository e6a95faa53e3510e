/** Thrown by a probe that can conclude nothing; the text says why. */
export class Undetermined extends Error {}
