/** A scenario or config file is at most as large; the parsers' memory grows with it. */
export const documentMaxBytes = 5 * 1024 * 1024;

/** A lane holds so many rules, wherever they come from: each call looks at them in turn. */
export const rulesMax = 10_000;

/** A scenario expects so many things at most: each is held against all that happened. */
export const expectationsMax = 1000;

/** So many problems of one document are told; the rest is counted. */
export const problemsMax = 100;

/** What to say of a document that is too large; undefined where it is not. */
export function sizeProblem(bytes: number): { readonly what: string; readonly expected: string } | undefined {
  if (bytes <= documentMaxBytes) return undefined;
  return { what: `the document has ${bytes} bytes`, expected: `at most ${documentMaxBytes} (5 MB)` };
}
