/** Thrown by a probe that can't conclude anything. The text gives the reason. */
export class Undetermined extends Error {}

/** A rate limit, a decline or a lost answer disturbed the probe. It may succeed if it starts again. */
export class Disturbed extends Undetermined {}
