import { createInterface } from "node:readline/promises";
import { nobody, type Person } from "./person.js";

/** The person at the terminal. `nobody` if there is no terminal. */
export function personAtTerminal(input: NodeJS.ReadStream, output: NodeJS.WriteStream): Person {
  if (!input.isTTY || !output.isTTY) return nobody;
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
