import { printable, printableLine } from "../../package/printable.js";
import type { Log, LogFacts } from "../ports/log.js";

export interface LoggerOptions {
  readonly format: "pretty" | "json" | "silent";
  readonly write: (line: string) => void;
  /** The lowest level to write. Info by default. */
  readonly level?: Level | "error";
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  readonly hasColour?: boolean;
}

type Level = "debug" | "info" | "warn";

const ranks = { debug: 0, info: 1, warn: 2, error: 3 } as const;
const nothing = (): void => {};

/** Writes one line per message. */
export function logger({
  format,
  write,
  level: least = "info",
  now = Date.now,
  hasColour = false,
}: LoggerOptions): Log {
  if (format === "silent") return { debug: nothing, info: nothing, warn: nothing };
  const line = format === "json" ? jsonLine : hasColour ? colouredLine : prettyLine;
  const at = (level: Level): Log[Level] => {
    const tell = (message: string, facts?: LogFacts) => write(`${line(level, message, now(), facts)}\n`);
    if (ranks[level] >= ranks[least]) return tell;
    // A defect is logged as an error, whatever level the caller chose.
    return level === "warn" ? (message, facts) => message.startsWith("defect") && tell(message, facts) : nothing;
  };
  return { debug: at("debug"), info: at("info"), warn: at("warn") };
}

const jsonLine = (level: Level, message: string, at: number, facts?: LogFacts): string =>
  JSON.stringify({ time: new Date(at).toISOString(), level, message, ...facts });

const marks = { debug: "DEBUG ", info: "", warn: "WARN " } as const satisfies Record<Level, string>;

function prettyLine(level: Level, message: string, at: number, facts: LogFacts = {}): string {
  const known = Object.entries(facts).filter(([, value]) => value !== undefined);
  const tail = known.map(([name, value]) => ` ${name}=${String(value)}`).join("");
  return `${new Date(at).toISOString().slice(11, 23)} ${marks[level]}${logText(message)}${printableLine(tail && ` ·${tail}`)}`;
}

/** Only a defect has several lines, its stack. They are indented, so that none passes for a line of its own. */
const logText = (message: string): string =>
  message.startsWith("defect") ? printable(message).replaceAll("\n", "\n    ") : printableLine(message);

const colouredLine: typeof prettyLine = (level, message, at, facts) => {
  const plain = prettyLine(level, message, at, facts);
  return level === "warn" ? `\u001b[33m${plain}\u001b[0m` : plain;
};
