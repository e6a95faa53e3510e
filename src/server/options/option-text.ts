import type { OptionRow } from "./options.js";

/** The name of the variable, such as `PAYMENT_SANDBOX_DATA_DIR`. */
export const environmentName = (name: string): string =>
  `PAYMENT_SANDBOX_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;

const PREFIXES = { start: /^start: /, run: /^exec(, mcp and library)?: / } as const;

/** The default of `start`, or of a command whose sandbox ends with it, as text for people. Undefined if there is none to show. */
export function defaultOf({ default: value, defaultNote = "" }: OptionRow, of: "start" | "run"): string | undefined {
  const notes = defaultNote.split("; ").filter((note) => note !== "");
  const own = notes.find((note) => PREFIXES[of].test(note))?.replace(PREFIXES[of], "");
  if (own !== undefined || typeof value === "number") return own ?? String(value);
  const shared = notes.filter((note) => !Object.values(PREFIXES).some((prefix) => prefix.test(note)));
  return shared.length === 0 ? undefined : shared.join("; ");
}

/** The address of the database, without user and password. */
export function shownStore(store: string): string {
  const { host, pathname } = new URL(store);
  return `PostgreSQL at ${host}${pathname}`;
}
