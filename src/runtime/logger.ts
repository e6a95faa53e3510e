import type { Log, LogFacts } from "../app/ports/log.js";

export interface LoggerOptions {
  readonly format: "pretty" | "json" | "silent";
  readonly write: (line: string) => void;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  readonly hasColour?: boolean;
}

const nothing = (): void => {};

/** Writes one line a message. `debug` is for those who read the code: it goes nowhere. */
export function logger({ format, write, now = Date.now, hasColour = false }: LoggerOptions): Log {
  if (format === "silent") return { debug: nothing, info: nothing, warn: nothing };
  const line = format === "json" ? jsonLine : hasColour ? colouredLine : prettyLine;
  const at = (level: Level) => (message: string, facts?: LogFacts) => write(`${line(level, message, now(), facts)}\n`);
  return { debug: nothing, info: at("info"), warn: at("warn") };
}

type Level = "info" | "warn";

const jsonLine = (level: Level, message: string, at: number, facts?: LogFacts): string =>
  JSON.stringify({ time: new Date(at).toISOString(), level, message, ...facts });

function prettyLine(level: Level, message: string, at: number, facts: LogFacts = {}): string {
  const known = Object.entries(facts).filter(([, value]) => value !== undefined);
  const tail = known.map(([name, value]) => ` ${name}=${String(value)}`).join("");
  return `${new Date(at).toISOString().slice(11, 23)} ${level === "warn" ? "WARN " : ""}${message}${tail && ` ·${tail}`}`;
}

const colouredLine: typeof prettyLine = (level, message, at, facts) => {
  const plain = prettyLine(level, message, at, facts);
  return level === "warn" ? `\u001b[33m${plain}\u001b[0m` : plain;
};
