/** What a lane is doing about its notifications: claims, attempts, and the work that follows attempts. */
export class Underway {
  /** By notification: resolves once it has been attempted. */
  readonly attempts = new Map<number, Promise<void>>();
  readonly #claims = new Set<Promise<void>>();
  readonly #following = new Set<Promise<void>>();

  claims(work: Promise<void>): Promise<void> {
    return listedIn(this.#claims, work);
  }

  /** Never let `work` reject. */
  follows(work: Promise<void>): void {
    void listedIn(this.#following, work);
  }

  /** The notifications that are being attempted and fit. */
  idsOf(isMeant: (id: number) => boolean): readonly number[] {
    return [...this.attempts.keys()].filter(isMeant);
  }

  /** Resolves once these have been attempted. */
  async attempted(ids: readonly number[]): Promise<void> {
    await Promise.all(ids.map((id) => this.attempts.get(id)));
  }

  /** While a notification is being claimed, it is neither due nor being sent. */
  async claimed(): Promise<void> {
    await Promise.allSettled(this.#claims);
  }

  /** Resolves once all that fit have been attempted, and the work that follows is over. */
  async over(isMeant: (id: number) => boolean): Promise<void> {
    do {
      await Promise.all(this.#following);
      await this.claimed();
      await this.attempted(this.idsOf(isMeant));
    } while (this.#following.size > 0);
  }
}

/** Keeps a promise in a set until it is settled. */
function listedIn(set: Set<Promise<void>>, work: Promise<void>): Promise<void> {
  const listed = work.finally(() => set.delete(listed));
  set.add(listed);
  return listed;
}
