import { inspect } from "node:util";
import { InvalidInput } from "../../package/errors.js";

/** Throws unless an argument is right: a caller without types can give anything. */
export function checkArgument(isRight: boolean, where: string, expected: string, found: unknown): void {
  if (isRight) return;
  const told = typeof found === "string" ? JSON.stringify(found) : inspect(found, { depth: 0 });
  throw new InvalidInput(`${where}: expected ${expected}, found ${told.slice(0, FOUND_MAX)}`);
}

/** How much of a wrong argument is told. */
const FOUND_MAX = 100;
