/** How many of the last lines are searched. */
const LINES = 20;
const LINE_CHARS = 200;
/** Lines of a stack trace, and the lines that Node.js prints around it. */
const NOISE = /^(Emitted 'error' event on .+ at:|Node\.js v\d|at .+|\^+|[[\]{}(),;]+|\.\.\. \d+ more)$/;
/** A line of an access log, such as those of `php -S`, Apache, gunicorn, uvicorn and Python's http.server. */
const ACCESS =
  /^\[[^\]]+\] (\S+ (Accepted|Closing|\[\d{3}\]: [A-Z]+ \S+)|PHP \S+ Development Server .+ started)$|"[A-Z]+ \S+ HTTP\/[\d.]+" \d{3}/;
const ERROR = /(error|exception|fatal|panic)[^:]*:/i;

/** The line of a program's output that most likely explains its end. Empty if there is no output. */
export function tellingLine(output: string): string {
  const lines = toldIn(output.trimEnd().split("\n"));
  return errorLine(lines) ?? (lines.at(-1) ?? "").slice(0, LINE_CHARS);
}

/** The last line that tells of an error. */
export const errorLine = (lines: readonly string[]): string | undefined =>
  toldIn(lines)
    .findLast((line) => ERROR.test(line))
    ?.slice(0, LINE_CHARS);

const toldIn = (lines: readonly string[]): readonly string[] =>
  lines
    .slice(-LINES)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !NOISE.test(line) && !ACCESS.test(line));
