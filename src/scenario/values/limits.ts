/** The size limit of scenario and config files, because the parsers' memory grows with it. */
export const documentMaxBytes = 5 * 1024 * 1024;

/** The most rules in a lane, wherever they come from, because each call tries them in turn. */
export const rulesMax = 10_000;

/** The most expectations in a scenario, because each is compared with everything that happened. */
export const expectationsMax = 1000;

/** How many problems of one document are listed. The rest are counted. */
export const problemsMax = 20;

/** The fault of a document that is too large, or undefined. */
export function sizeProblem(bytes: number) {
  if (bytes <= documentMaxBytes) return undefined;
  return { what: `the document has ${bytes} bytes`, expected: `at most ${documentMaxBytes} (5 MB)` };
}
