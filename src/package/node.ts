import { nodeFault } from "../../bin/node-version.js";
import { CannotStart } from "./errors.js";

/** Throws where Node.js is too old: better-sqlite3 would end the process without a word. */
export function requireNode(version: string = process.versions.node): void {
  const fault = nodeFault(version);
  if (fault !== undefined) throw new CannotStart(`${fault}. Try: npx -p node@24 <command>`);
}
