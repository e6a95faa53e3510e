/** A number with its noun: `1 call`, `at least 1 call`, `2 calls`, `2 to 3 calls`. */
export const plural = (n: number | string, word: string): string =>
  `${n} ${word}${/^(?:at least |at most )?1$/.test(String(n)) ? "" : "s"}`;

/** The first of many, such as `a, b, c and 4 more`. */
export const firstFew = (all: readonly string[], most: number): string =>
  `${all.slice(0, most).join(", ")}${all.length > most ? ` and ${all.length - most} more` : ""}`;
