import { nodeFault } from "../../bin/node-version.js";
import { CannotStart } from "./errors.js";

/** Throws if Node.js is too old, because better-sqlite3 would crash without a message. */
export function requireNode(version: string = process.versions.node): void {
  const fault = nodeFault(version);
  if (fault !== undefined) throw new CannotStart(`${fault}. Try: npx -y -p node@24 <command>`);
}
