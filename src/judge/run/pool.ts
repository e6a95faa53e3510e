/** Options for running work in parallel. */
export interface PoolOptions {
  readonly jobs: number;
  /** Once aborted, no new work starts. */
  readonly signal: AbortSignal;
}

/**
 * Runs `work` for each item in order, several at a time. Resolves once all started work has ended. The first failure
 * stops it.
 */
export async function pooled<T>(
  items: readonly T[],
  { jobs, signal }: PoolOptions,
  work: (item: T) => Promise<void>,
): Promise<void> {
  let next = 0;
  const failed: unknown[] = [];
  const worker = async (): Promise<void> => {
    while (next < items.length && !signal.aborted && failed.length === 0) {
      try {
        await work(items[next++]!);
      } catch (error) {
        failed.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, items.length) }, worker));
  if (failed.length > 0) throw failed[0];
}
