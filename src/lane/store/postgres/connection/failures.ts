import { messageOf } from "../../../ports/log.js";
import { StoreUnavailable } from "../../../ports/store-errors.js";

/** The database can't be reached, so it is unknown whether a pending commit succeeded. */
export class DatabaseAway extends StoreUnavailable {}

/** The database has no space left for writes. Its reads are still current. */
export class DiskFull extends StoreUnavailable {}

/** A conflict with another transaction. This one was rolled back, and may succeed if it is repeated. */
export class Conflict extends StoreUnavailable {}

/** A pattern of errors, its explanation for people, and its label for metrics. */
type Reason = readonly [RegExp, string, typeof StoreUnavailable, label: string];

const AWAY = /^57P0|^08|^25P03$|^ECONN|^EPIPE$|^ENOTFOUND$|^EAI_AGAIN$|^ETIMEDOUT$|^EHOSTUNREACH$|^ENETUNREACH$/;
const CUT = /Connection terminated|Client has encountered a connection error|not queryable|Query read timeout/;

const NO_PASSWORD =
  "the database asks for a password, and there is none: put it into the URL, into a file that the URL names as passwordfile=<file>, or into PGPASSWORD";

/** Errors of the system or PostgreSQL, by their code (SQLSTATE, errno), and of the driver, by their message. */
const reasons: readonly Reason[] = [
  [AWAY, "the database is away", DatabaseAway, "away"],
  [/^53300$/, "the database takes no more connections", StoreUnavailable, "no-more-connections"],
  [/^53100$|^ENOSPC$/, "the database's disk is full", DiskFull, "disk-full"],
  [/^53/, "the database has too little of something", StoreUnavailable, "resources"],
  [/^58/, "the database cannot read or write its disk", StoreUnavailable, "disk"],
  [/^25006$/, "the database takes no writes", StoreUnavailable, "read-only"],
  [/^42P01$|^3F000$|^42501$/, "the schema is gone, or may not be used", StoreUnavailable, "schema"],
  [/client password must be a|empty password returned by client/, NO_PASSWORD, StoreUnavailable, "password"],
  [/^28/, "the database does not let this user in", StoreUnavailable, "password"],
  [/^40001$|^40P01$/, "the database was too busy", Conflict, "conflict"],
  [/^55P03$|^57014$/, "the database was too busy", StoreUnavailable, "timeout"],
  // The driver's own errors have no code.
  [/timeout exceeded when trying to connect/, "every connection of the pool is in use", StoreUnavailable, "pool"],
  [CUT, "the database is away", DatabaseAway, "away"],
  [/Cannot use a pool after calling end/, "the sandbox stops", StoreUnavailable, "stops"],
];

const codeOf = (error: unknown): string =>
  isFullPooler(error) ? TOO_MANY_CONNECTIONS : String((error as { code?: unknown } | undefined)?.code ?? "");
const TOO_MANY_CONNECTIONS = "53300";
/** pgbouncer has no code of its own for this. */
const isFullPooler = (error: unknown): boolean => /^no more connections allowed/.test(messageOf(error));
const isPanic = (error: unknown): boolean => (error as { severity?: unknown } | undefined)?.severity === "PANIC";

/**
 * Translates a database error for the rest of the sandbox. A temporary refusal by the database is no defect of ours.
 */
export function databaseError(error: unknown): unknown {
  if (error instanceof StoreUnavailable) return error;
  // The database shuts down while it is working. A commit may be on disk, even if there was no space for later log
  // entries.
  const message = messageOf(error);
  if (isPanic(error)) return new DatabaseAway(`the database went down (${message})`, { cause: error });
  const [, reason, Unavailable] = reasonOf(error) ?? [];
  return Unavailable ? new Unavailable(`${reason} (${message || codeOf(error)})`, { cause: error }) : error;
}

/**
 * Translates an error of opening a connection. Whatever it is, the database can't be used for now: its name, its
 * certificate or its rules may have changed.
 */
export function connectError(error: unknown): StoreUnavailable {
  const translated = databaseError(error);
  if (translated instanceof StoreUnavailable) return translated;
  return new StoreUnavailable(`the database cannot be connected to (${messageOf(error)})`, { cause: error });
}

const reasonOf = (error: unknown): Reason | undefined =>
  reasons.find(([pattern]) => pattern.test(codeOf(error)) || pattern.test(messageOf(error)));

/** The reason of an error, for metrics. */
export const reasonLabel = (error: unknown): string => (isPanic(error) ? "away" : (reasonOf(error)?.[3] ?? "other"));

/** True if the database accepts no more connections, for example because the password has changed. Open ones still work. */
export const acceptsNoMore = (error: unknown): boolean => /^53300$|^28/.test(codeOf(error));

/** True if the database has no connection left for now. */
export const hasNoRoom = (error: unknown): boolean => codeOf(error) === TOO_MANY_CONNECTIONS;
