/** How many of the last lines are searched. */
const LINES = 20;
const LINE_CHARS = 200;
/** Its end often names the file. */
const END_CHARS = 80;
/** Lines of a stack trace, and the lines that Node.js prints around it. */
const NOISE = /^(Emitted 'error' event on .+ at:|Node\.js v\d|at .+|\^+|[[\]{}(),;]+|\.\.\. \d+ more)$/;
/** What npm, pnpm and yarn write below the output of a script that failed. */
const RUNNER =
  /^(npm notice.*|npm (error|ERR!)( enoent)?( (A complete log|To see a list|This is related|Lifecycle script|code|errno|syscall|path|workspace|location|command)\b.*| {2,}.*)?|ELIFECYCLE.*|error Command failed with .+|info Visit https:\/\/yarnpkg.*)$/;
/** A line of an access log, such as those of `php -S`, Apache, gunicorn, uvicorn and Python's http.server. */
const ACCESS =
  /^(?:\[\d+\] )?\[[^\]]+\] (\S+ (Accepted|Closing|Closed without sending a request;.*|\[\d{3}\]: [A-Z]+ \S+)|PHP \S+ Development Server .+ started)$|"[A-Z]+ \S+ HTTP\/[\d.]+" \d{3}/;
/** What Flask, uvicorn, Django and others write when they begin to listen. */
const STARTED =
  /\b(CTRL|CONTROL)[+-]C\b|^(\* (Running on|Serving Flask app|Debug mode:|Restarting with|Debugger (is|PIN))|WARNING: This is a development server\b|Starting development server at|INFO: +(Started|Waiting for application|Application startup))/i;
/** What php -S writes before a line: with workers, the process; then the time. */
const STAMP = /^(?:\[\d+\] )?\[\w{3} \w{3} [ \d]\d [\d:]{8} \d{4}\] /;
const ERROR = /(error|exception|fatal|panic)[^:]*:|\w(error|exception)$|^FAILED .+ - /i;
/** A line of pytest's summary, cut at the width of a terminal. */
const CUT = /^(FAILED .+ - )(.+)\.\.\.$/;

/** The line of a program's output that most likely explains its end. Empty if there is no output. */
export function tellingLine(output: string): string {
  const all = output.trimEnd().split("\n");
  const lines = toldIn(all);
  return whole(errorLine(lines) ?? shortened(lines.at(-1) ?? ""), all);
}

/** The same as the end of a sentence. Empty if there is no output. */
export function tellingEnd(output: string): string {
  const line = tellingLine(output);
  return line === "" ? "" : `: ${line}`;
}

/** The last line that tells of an error. */
export function errorLine(lines: readonly string[]): string | undefined {
  const line = toldIn(lines).findLast((one) => ERROR.test(one));
  return line && shortened(line);
}

/** What pytest cut stands whole above its summary. */
function whole(line: string, lines: readonly string[]): string {
  const [, test, begun] = CUT.exec(line) ?? [];
  const error = lines.findLast(
    (one) =>
      one.startsWith("E ") &&
      one
        .slice(1)
        .trim()
        .startsWith(begun ?? line),
  );
  return error === undefined || test === undefined ? line : shortened(test + error.slice(1).trim());
}

const shortened = (line: string): string =>
  line.length <= LINE_CHARS ? line : `${line.slice(0, LINE_CHARS - END_CHARS)} … ${line.slice(-END_CHARS)}`;

const toldIn = (lines: readonly string[]): readonly string[] =>
  lines
    .slice(-LINES)
    .map((line) => line.trim())
    .filter((line) => line !== "" && ![NOISE, RUNNER, ACCESS, STARTED].some((one) => one.test(line)))
    .map((line) => line.replace(STAMP, ""));
