/** How a storage stands, for those who watch over it. */
export interface StorageMeasures {
  /** Notifications that wait, at their time or later, and that are on their way. */
  readonly due: number;
  readonly inFlight: number;
  /** For how long the oldest notification is due, in milliseconds of its lane's clock; 0 where none is. */
  readonly oldestDueMs: number;
  /** Connections to a database, where there is one. */
  readonly pool?: PoolMeasures;
}

export interface PoolMeasures {
  readonly max: number;
  readonly size: number;
  readonly idle: number;
  /** Callers that wait for one. */
  readonly waiting: number;
}

/** What several lanes measure together. */
export const together = (all: readonly StorageMeasures[]): StorageMeasures => ({
  due: all.reduce((sum, { due }) => sum + due, 0),
  inFlight: all.reduce((sum, { inFlight }) => sum + inFlight, 0),
  oldestDueMs: Math.max(0, ...all.map(({ oldestDueMs }) => oldestDueMs)),
});
