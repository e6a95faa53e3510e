/** A person who acts on pages, because no call can do that. */
export interface Person {
  /** Asks the person to act at an address. Resolves once it is done, or with `skipped` if nobody does it. */
  readonly ask: (what: string, url: string) => Promise<"done" | "skipped">;
}

/** Used if there is no terminal. */
export const nobody: Person = { ask: async () => "skipped" };
