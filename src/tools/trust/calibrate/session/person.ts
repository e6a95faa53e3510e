import { createInterface } from "node:readline/promises";

/** A person who acts on pages, because no call can do that. */
export interface Person {
  /** Asks the person to act at an address. Resolves once it is done, or with `skipped` if noPerson does it. */
  readonly ask: (what: string, url: string) => Promise<"done" | "skipped">;
}

/** Used if there is no terminal. */
export const noPerson: Person = { ask: async () => "skipped" };

/** The person at the terminal. `noPerson` if there is no terminal. */
export function personAtTerminal(input: NodeJS.ReadStream, output: NodeJS.WriteStream): Person {
  if (!input.isTTY || !output.isTTY) return noPerson;
  return {
    ask: async (what, url) => {
      const lines = createInterface({ input, output });
      try {
        const said = await lines.question(`\n  Please open ${url}\n  and ${what}. Then press Enter; "s" skips it: `);
        return /^s/i.test(said.trim()) ? "skipped" : "done";
      } finally {
        lines.close();
      }
    },
  };
}
