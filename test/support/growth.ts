/** Eight times the work: a linear reader takes some eight times as long, a quadratic one sixty-four times. */
const TIMES = 8;
/** Between the two, far from both. */
export const LINEAR_AT_MOST = 24;

/** What is faster says nothing, and counts as this long. */
const SHORTEST_US = 1000;

/** Other work on the machine takes caches away, which costs the larger one more. So what seems too much is measured again. */
const ROUNDS = 5;

/** How many times as long `work` takes with eight times as much: processor time, the best of some tries each. */
export async function growth(n: number, work: (n: number) => unknown): Promise<number> {
  for (const warm of [n, n * TIMES]) await work(warm);
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS && least >= LINEAR_AT_MOST; round++)
    least = Math.min(least, (await best(work, n * TIMES, 3)) / Math.max(await best(work, n, 5), SHORTEST_US));
  return least;
}

async function best(work: (n: number) => unknown, n: number, tries: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < tries; i++) {
    const before = process.cpuUsage();
    await work(n);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, user + system);
  }
  return least;
}
