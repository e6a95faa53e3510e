/** What a line is about, for programs that read the log. */
export type LogFacts = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Says to people what happens; the adapter decides where and how. */
export interface Log {
  debug(message: string, facts?: LogFacts): void;
  info(message: string, facts?: LogFacts): void;
  warn(message: string, facts?: LogFacts): void;
}

export const silentLog: Log = { debug: () => {}, info: () => {}, warn: () => {} };

/** What was thrown, as a log or a person is told of it. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
