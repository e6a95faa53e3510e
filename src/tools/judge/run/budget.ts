/** The longest that a timer can wait: 24 days. */
export const LONGEST_MS = 2 ** 31 - 1;

/** Aborts at `signal`, or once the budget of real time is used up. Dispose of it when nothing runs any more. */
export function budgeted(
  signal: AbortSignal,
  budgetMs: number | undefined,
): Disposable & { readonly untilEnd: AbortSignal } {
  // A signal of AbortSignal.timeout would be collected, and never abort, because only `AbortSignal.any` refers to it.
  const ending = new AbortController();
  const timer = budgetMs === undefined ? undefined : setTimeout(() => ending.abort(), Math.min(budgetMs, LONGEST_MS));
  return { untilEnd: AbortSignal.any([signal, ending.signal]), [Symbol.dispose]: () => clearTimeout(timer) };
}
