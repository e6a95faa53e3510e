/** A storage's state, for monitoring. */
export interface StorageMeasures {
  /** Notifications that wait (due now or later), and those in flight. */
  readonly due: number;
  readonly inFlight: number;
  /** How long the oldest due notification has been due, in milliseconds of its lane's clock. 0 if there is none. */
  readonly oldestDueMs: number;
}

/** How this process has used its database since it started. */
export interface DatabaseUse {
  readonly pool: PoolMeasures;
  /** Failed transactions and connections, by reason. */
  readonly errors: ReadonlyMap<string, number>;
  /** Retries, by reason. */
  readonly retries: ReadonlyMap<string, number>;
  /** Waits for a lane that another process has locked, and for a free connection. */
  readonly waits: ReadonlyMap<string, Waits>;
  /** The number of checks for due work that no living process does, and of lanes with such work. */
  readonly looks: number;
  readonly dueLanes: number;
  /** Background work that failed, by task. */
  readonly upkeepErrors: ReadonlyMap<string, number>;
}

export interface Waits {
  readonly count: number;
  readonly ms: number;
}

export interface PoolMeasures {
  readonly max: number;
  readonly size: number;
  readonly idle: number;
  /** Callers that wait for a connection. */
  readonly waiting: number;
}

/** The sums over several lanes. */
export const together = (all: readonly StorageMeasures[]): StorageMeasures => ({
  due: all.reduce((sum, { due }) => sum + due, 0),
  inFlight: all.reduce((sum, { inFlight }) => sum + inFlight, 0),
  oldestDueMs: Math.max(0, ...all.map(({ oldestDueMs }) => oldestDueMs)),
});
