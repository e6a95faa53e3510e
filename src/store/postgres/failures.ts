import { messageOf } from "../../app/ports/log.js";
import { StoreUnavailable } from "../../app/ports/store-errors.js";

/** The database cannot be reached: nobody knows whether a commit that was under way was made. */
export class DatabaseAway extends StoreUnavailable {}

/** The database answers, and takes no writes just now. */
export class WritesRefused extends StoreUnavailable {}

type Unavailable = typeof StoreUnavailable;

/** What the driver, the system or PostgreSQL say (SQLSTATE, errno), and what a person makes of it. */
const reasons: readonly (readonly [RegExp, string, Unavailable])[] = [
  [/^57P0[1235]$|^08|^25P03$/, "the database is away", DatabaseAway],
  [
    /^ECONN|^EPIPE$|^ENOTFOUND$|^EAI_AGAIN$|^ETIMEDOUT$|^EHOSTUNREACH$|^ENETUNREACH$/,
    "the database is away",
    DatabaseAway,
  ],
  [/^53300$/, "the database takes no more connections", StoreUnavailable],
  [/^53100$|^ENOSPC$/, "the database's disk is full", WritesRefused],
  [/^53/, "the database has too little of something", StoreUnavailable],
  [/^58/, "the database cannot read or write its disk", StoreUnavailable],
  [/^25006$/, "the database takes no writes", WritesRefused],
  [/^40001$|^40P01$|^55P03$|^57014$/, "the database was too busy", StoreUnavailable],
];

/** The driver's own errors carry no code. */
const messages: readonly (readonly [RegExp, string, Unavailable])[] = [
  [/timeout exceeded when trying to connect/, "every connection of the pool is in use", StoreUnavailable],
  [
    /Connection terminated|Client has encountered a connection error|not queryable|Query read timeout/,
    "the database is away",
    DatabaseAway,
  ],
  [/Cannot use a pool after calling end/, "the sandbox stops", StoreUnavailable],
];

const codeOf = (error: unknown): string => String((error as { code?: unknown } | undefined)?.code ?? "");
const isPanic = (error: unknown): boolean => (error as { severity?: unknown } | undefined)?.severity === "PANIC";

/** The error as the rest of the sandbox knows it: what the database refuses for a while is no defect of ours. */
export function databaseError(error: unknown): unknown {
  if (error instanceof StoreUnavailable) return error;
  const [code, message] = [codeOf(error), messageOf(error)];
  // It goes down in the midst of what it did: a commit may be on the disk, though its log had no room for what came behind.
  if (isPanic(error)) return new DatabaseAway(`the database went down (${message})`, { cause: error });
  const [, reason, Unavailable] =
    reasons.find(([pattern]) => pattern.test(code)) ?? messages.find(([pattern]) => pattern.test(message)) ?? [];
  return Unavailable ? new Unavailable(`${reason} (${message || code})`, { cause: error }) : error;
}

/** A conflict with another transaction: it was rolled back, and the same may succeed now. */
export const isConflict = (error: unknown): boolean => /^40001$|^40P01$/.test(codeOf(error));

/** Whether the connection is gone, so that the answer to what was sent may be lost. */
export const isAway = (error: unknown): boolean => databaseError(error) instanceof DatabaseAway;
