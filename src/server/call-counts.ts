import type { CallCounter } from "../wire/pipeline.js";

/** Upper bounds of the histogram, in milliseconds; what took longer is counted behind them. */
export const BOUNDS_MS = [0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000] as const;

/** Codes that are told apart for one operation; a user may make up any number. */
const CODES_MAX = 200;

/** What is known of the calls of one operation since the start. */
export interface OperationCounts {
  calls: number;
  /** Answered without a code of the provider: the store was away, or the sandbox has a defect. */
  failed: number;
  readonly refusals: Map<string, number>;
  /** How many were ready within each bound, and after the last one. */
  readonly within: number[];
  tookMs: number;
}

const SUCCESS = '{"responseCode":"0000"';

/** Plain numbers, counted with each call; what they become is made when somebody asks for it. */
export class CallCounts implements CallCounter {
  readonly byOperation = new Map<string, OperationCounts>();

  answered(operation: string, { http, body }: { readonly http: number; readonly body: string }, tookMs: number): void {
    const counts = this.#of(operation);
    counts.calls++;
    counts.tookMs += tookMs;
    let n = 0;
    while (n < BOUNDS_MS.length && tookMs > BOUNDS_MS[n]!) n++;
    counts.within[n]!++;
    if (!body.startsWith(SUCCESS)) countRefusal(counts, http, body);
  }

  failed(operation: string): void {
    const counts = this.#of(operation);
    counts.calls++;
    counts.failed++;
  }

  #of(operation: string): OperationCounts {
    let counts = this.byOperation.get(operation);
    if (!counts) {
      counts = { calls: 0, failed: 0, refusals: new Map(), within: [...BOUNDS_MS, 0].map(() => 0), tookMs: 0 };
      this.byOperation.set(operation, counts);
    }
    return counts;
  }
}

/** A rule that gave another body, or cut the call, has no code. */
function countRefusal({ refusals }: OperationCounts, http: number, body: string): void {
  const code = /^\{"responseCode":"([^"\\]{1,40})"/.exec(body)?.[1] ?? `http-${http}`;
  if (refusals.has(code) || refusals.size < CODES_MAX) refusals.set(code, (refusals.get(code) ?? 0) + 1);
}
