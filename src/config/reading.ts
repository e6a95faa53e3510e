/** The context in which a document's values become settings. */
export interface ReadingContext {
  /** The folder to which its paths are relative. */
  readonly folder: string;
  /** Runs `work`, and adds the position in the document to errors that it throws. */
  readonly at: <T>(path: readonly PropertyKey[], work: () => T) => T;
}
