/** How the values of a document become settings. */
export interface Reading {
  /** Where its paths start. */
  readonly folder: string;
  /** Runs `work`, and says of what it throws where in the document it stands. */
  readonly at: <T>(path: readonly PropertyKey[], work: () => T) => T;
}
