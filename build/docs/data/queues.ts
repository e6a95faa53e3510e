// What queues do with a job whose worker died, and with a second job of the same id; and what database drivers answer to "was this
// row new?". Seen on 27 November 2026 with Debian 12's packages and npm's newest versions, on PostgreSQL 15.18, MariaDB 10.11.19 and
// Redis 7.0.15. `docs/queues.md` shows these rows; `test/docs/queues-page.system.test.ts` runs those that the tests have a driver for.

/** A queue, and what became of a second job with the id of one that has ended. */
export const sameIds: readonly (readonly [queue: string, how: string, second: string])[] = [
  ["bullmq 6.7.0", "`jobId`", "not run; `add()` answers with a job that has the new data"],
  ["bullmq 6.7.0", "`jobId`, with `removeOnComplete` or `removeOnFail`", "run again"],
  ["bee-queue 2.0.0", "`setId()`", "not run; the id is null"],
  ["pg-boss 12.38.0", "`id`", "not run; the id is null"],
  ["pg-boss 12.38.0", "`singletonKey`, with any policy of the queue", "run again, once the first is over"],
  ["graphile-worker 0.18.0", "`jobKey`", "run again"],
];

/** Affected rows of the first statement and of the same statement again, for an id that is new and then known. */
export interface AffectedRows {
  readonly drivers: string;
  /** By statement, as `first second`. */
  readonly counts: Readonly<Partial<Record<Statement, string>>>;
}

export const statements = {
  ignore: "`INSERT IGNORE`",
  sameId: "`… ON DUPLICATE KEY UPDATE id = id`",
  sameValue: "`… UPDATE n = VALUES(n)`, the same n",
  counting: "`… UPDATE n = n + 1`",
  replace: "`REPLACE`, the same row",
} as const;
export type Statement = keyof typeof statements;

export const mysqlRows: readonly AffectedRows[] = [
  {
    drivers: "mysql2 3.24.6 and mariadb 3.5.4 (npm), DBD::mysql 4.050, MariaDB Connector/J 2.7.6",
    counts: { ignore: "1 0", sameId: "1 1", sameValue: "1 1", counting: "1 2", replace: "1 1" },
  },
  {
    drivers: "PDO and mysqli 8.2.36, PyMySQL 1.0.2, MySQLdb 1.4.6, ruby-mysql2 0.5.3, go-sql-driver 1.5.0",
    counts: { ignore: "1 0", sameId: "1 0", sameValue: "1 0", counting: "1 2", replace: "1 1" },
  },
];

/** The same for the databases that the tests have. `first second`. */
export const otherRows: readonly (readonly [driver: string, insert: string, counts: string])[] = [
  ["pg", "INSERT INTO seen VALUES ('A-1', 1) ON CONFLICT DO NOTHING", "1 0"],
  ["pg", "INSERT INTO seen VALUES ('A-1', 1) ON CONFLICT (id) DO UPDATE SET id = seen.id", "1 1"],
  ["better-sqlite3", "INSERT OR IGNORE INTO seen VALUES ('A-1', 1)", "1 0"],
  ["better-sqlite3", "INSERT INTO seen VALUES ('A-1', 1) ON CONFLICT DO NOTHING", "1 0"],
  ["better-sqlite3", "INSERT INTO seen VALUES ('A-1', 1) ON CONFLICT (id) DO UPDATE SET id = id", "1 1"],
  ["better-sqlite3", "INSERT OR REPLACE INTO seen VALUES ('A-1', 1)", "1 1"],
];
