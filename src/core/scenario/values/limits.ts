/** The size limit of config files, because the parser's memory grows with it. */
export const documentMaxBytes = 5 * 1024 * 1024;

/** The size limit of a scenario. A running server reads it between two calls, and the parser's time grows with it. */
export const scenarioMaxBytes = 512 * 1024;

/** The most rules in a lane, wherever they come from, because each call tries them in turn. */
export const rulesMax = 10_000;

/** The most expectations in a scenario, because each is compared with everything that happened. */
export const expectationsMax = 1000;

/** How long a gate holds an answer by default, in milliseconds of real time. */
export const GATE_IDLE_MS = 5_000;

/** How many problems of one document are listed. The rest are counted. */
export const problemsMax = 20;

/** The fault of a config file that is too large, or undefined. */
export const sizeProblem = (bytes: number) => overProblem(bytes, documentMaxBytes, "5 MB");

/** The fault of a scenario that is too large, or undefined. */
export const scenarioSizeProblem = (bytes: number) =>
  overProblem(bytes, scenarioMaxBytes, "512 kB; --scenario repeats, so the rules can be in several files");

function overProblem(bytes: number, most: number, about: string) {
  if (bytes <= most) return undefined;
  return { what: `the document has ${bytes} bytes`, expected: `at most ${most} (${about})` };
}
