import type { OptionRow } from "./options.js";

/** True if the flag switches something off, such as `--no-magic`. */
export const isNegated = ({ flags }: OptionRow): boolean => flags.startsWith("--no-");
/** The name that the environment and the config file use to switch it off, such as `noMagic`. */
export const negatedName = ({ name }: OptionRow): string => `no${name[0]!.toUpperCase()}${name.slice(1)}`;

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

/** The default as text for people, in all commands. Undefined if there is none to show. */
export function defaultText({ default: value, defaultNote }: OptionRow): string | undefined {
  const said = [typeof value === "number" ? String(value) : undefined, defaultNote].filter(
    (part) => part !== undefined,
  );
  return said.length === 0 ? undefined : said.join("; ");
}

/** The address of the database, without user and password. */
export function shownStore(store: string): string {
  const { host, pathname } = new URL(store);
  return `PostgreSQL at ${host}${pathname}`;
}
