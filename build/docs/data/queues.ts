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

/** A worker that was killed (SIGKILL) in the middle of its job, after the effect, while another one starts at once. */
export const deadWorkers: readonly (readonly [queue: string, again: string, end: string])[] = [
  ["bullmq 6.7.0, `attempts: 1`", "after 62 s", "killed again: failed, “job stalled more than allowable limit”"],
  ["bull 4.16.5, `attempts: 1`", "after 60 s", "–"],
  ["bee-queue 2.0.0, `checkStalledJobs(5000)`", "after 12 s", "–"],
  ["beanstalkd 1.12", "at once", "–"],
  ["node-resque 9.7.1", "not within 25 s", "neither failed nor waiting: it stays with the dead worker"],
  ["Python rq 1.13.0, `job_timeout=20`", "never", "within 50 s it is in the registry of failed jobs"],
  ["Celery 5.2.6 on Redis", "not within 25 s", "lost: it was taken from the queue before the work"],
  ["Celery 5.2.6 on Redis, `task_acks_late`", "not within 25 s", "waits for the broker's visibility timeout"],
];

/** What libraries answer to an insert and to the same insert again. */
export const libraries: readonly (readonly [library: string, call: string, first: string, second: string])[] = [
  ["knex 3.3.0, PostgreSQL", "`insert().onConflict().ignore()`", "rowCount 1", "rowCount 0"],
  ["knex 3.3.0, PostgreSQL", "the same with `merge().returning()`", "the id", "**the id**"],
  ["knex 3.3.0, SQLite", "`insert().onConflict().ignore()`", "`[1]`", "**`[1]`**"],
  ["TypeORM 1.1.1, PostgreSQL, your own key", "`insert().orIgnore()`: identifiers", "the id", "**the id**"],
  ["TypeORM 1.1.1, PostgreSQL, a generated key", "`insert().orIgnore()`: identifiers", "the id", "`[null]`"],
  ["TypeORM 1.1.1, SQLite, a generated key", "`insert().orIgnore()`: identifiers", "the id", "**an id**"],
  ["Sequelize 6.37.8, PostgreSQL and SQLite", "`upsert()`: created", "null", "null"],
  ["Sequelize 6.37.8, PostgreSQL and SQLite", "`findOrCreate()`: created", "true", "false"],
  ["Sequelize 6.37.8, PostgreSQL", "`bulkCreate()` with `ignoreDuplicates`: id", "an id", "null"],
  ["Kysely 0.29.9, PostgreSQL", "`onConflict(doNothing)`: numInsertedOrUpdatedRows", "1n", "0n"],
  ["Drizzle 0.45.4, PostgreSQL", "`onConflictDoNothing()`: rowCount", "1", "0"],
  ["Drizzle 0.45.4, PostgreSQL", "`onConflictDoUpdate().returning()`", "the id", "**the id**"],
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
