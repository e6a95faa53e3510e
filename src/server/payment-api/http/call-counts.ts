/** Upper bounds of the histogram, in milliseconds. A last bucket counts slower calls. */
export const BOUNDS_MS = [0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000] as const;

/** How many codes to count separately per operation. Users may configure any number of codes. */
const CODES_MAX = 200;

/** Counts of one operation's calls since the start. */
export interface OperationCounts {
  calls: number;
  /** Calls without a code of the provider: the store was unavailable, or the sandbox has a defect. */
  failed: number;
  readonly refusals: Map<string, number>;
  /** How many answers were ready within each bound. The last entry counts slower ones. */
  readonly within: number[];
  tookMs: number;
}

const SUCCESS = '{"responseCode":"0000"';

/** Plain numbers that are updated with each call. Summaries are computed on demand. */
export class CallCounts {
  readonly byOperation = new Map<string, OperationCounts>();
  /** How many calls started again because the lane was reset. */
  again = 0;

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

  startedAgain(): void {
    this.again++;
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

/** If a rule replaced the body or cut the call, there is no code. */
function countRefusal({ refusals }: OperationCounts, http: number, body: string): void {
  const code = /^\{"responseCode":"([^"\\]{1,40})"/.exec(body)?.[1] ?? `http-${http}`;
  if (refusals.has(code) || refusals.size < CODES_MAX) refusals.set(code, (refusals.get(code) ?? 0) + 1);
}
