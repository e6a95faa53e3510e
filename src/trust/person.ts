/** Whoever does on a page what no call can do. */
export interface Person {
  /** Asks for something to be done at an address. Resolves when it is done; `skipped` where nobody does it. */
  readonly ask: (what: string, url: string) => Promise<"done" | "skipped">;
}

/** Without a terminal nobody is there. */
export const nobody: Person = { ask: async () => "skipped" };
