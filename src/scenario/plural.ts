/** A number with what is counted: `1 call`, `2 calls`, `2 to 3 calls`. */
export const plural = (n: number | string, word: string): string => `${n} ${word}${String(n) === "1" ? "" : "s"}`;
