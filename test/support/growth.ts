/** Eight times the work: a linear reader takes some eight times as long, a quadratic one sixty-four times. */
export const TIMES = 8;
/** Between the two, far from both. */
export const LINEAR_AT_MOST = 24;

/** How many times as long `work` takes with eight times as much: processor time, the best of some tries each. */
export async function growth(n: number, work: (n: number) => unknown): Promise<number> {
  await work(n);
  return (await best(work, n * TIMES, 2)) / (await best(work, n, 5));
}

async function best(work: (n: number) => unknown, n: number, tries: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < tries; i++) {
    const before = process.cpuUsage();
    await work(n);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, user + system);
  }
  return Math.max(least, 1);
}
