/** The subject of a log line, for programs that read the log. */
export type LogFacts = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Logs events for people. The adapter decides where and how. */
export interface Log {
  debug(message: string, facts?: LogFacts): void;
  info(message: string, facts?: LogFacts): void;
  warn(message: string, facts?: LogFacts): void;
}

/** The log of a lane: each line names the lane. */
export const logOfLane = (log: Log, lane: string): Log => ({
  debug: (message, facts) => log.debug(message, { lane, ...facts }),
  info: (message, facts) => log.info(message, { lane, ...facts }),
  warn: (message, facts) => log.warn(message, { lane, ...facts }),
});

export const silentLog: Log = { debug: () => {}, info: () => {}, warn: () => {} };

/** The message of a thrown value, for logs and people. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
