#!/usr/bin/env bash
# @nestjs-plugins/nestjs-nats-jetstream-transport 2.2.6 (npm) with nats-server 2.9.10 (Debian package nats-server). A handler that throws ends its event for good: "paid" of an order that arrives while the database is
# away is never delivered again, though JetStream is there for that. ackWait is documented as nanoseconds and read as milliseconds: 30 seconds become 347 days,
# so that an event whose worker dies comes back in a year.
# Safe: catch in the handler and call context.message.nak(). ackWait: 30000.
set -euo pipefail
folder=$(mktemp -d)
trap 'kill "${broker:-}" 2>/dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps @nestjs-plugins/nestjs-nats-jetstream-transport@2.2.6 nats@2.29.3 @nestjs/core@11.2.10 @nestjs/common@11.2.10 @nestjs/microservices@11.2.6 reflect-metadata@0.2.2 rxjs@7.8.2 >/dev/null
port=$(node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')
nats-server -js -a 127.0.0.1 -p "$port" -sd "$folder/store" >/dev/null 2>&1 &
broker=$!
cat >shop.cjs <<'JS'
require("reflect-metadata");
const { setTimeout: after } = require("node:timers/promises");
const { connect } = require("nats");
const { Logger } = require("@nestjs/common");
const { NatsJetStreamServer } = require("@nestjs-plugins/nestjs-nats-jetstream-transport");
Logger.overrideLogger(false);
const port = Number(process.argv[2]);
(async () => {
  const connection = await connect({ port, waitOnFirstConnect: true, reconnectTimeWait: 50 });
  const manager = await connection.jetstreamManager();
  for (const [stream, ackWait] of [["throws", 500], ["nak", 500], ["documented", 30e9]]) {
    let calls = 0;
    const server = new NatsJetStreamServer({
      connectionOptions: { port },
      consumerOptions: { durable: stream, deliverTo: stream, deliverGroup: stream, manualAck: true, ackWait },
      streamConfig: { name: stream, subjects: [`${stream}.paid`], storage: "memory" },
    });
    const handler = async (_, { message }) => {
      calls += 1;
      if (calls > 1) return message.ack();
      if (stream !== "throws") return message.nak();
      throw new Error("no database");
    };
    server.addHandler(`${stream}.paid`, handler, true);
    await new Promise((listening) => server.listen(listening));
    const { config } = await manager.consumers.info(stream, `${stream}-${stream}_paid`);
    if (stream === "documented") {
      console.log(`ackWait of 30 seconds in nanoseconds: ${Math.floor(config.ack_wait / 864e11)} days`);
      continue;
    }
    await connection.jetstream().publish(`${stream}.paid`, JSON.stringify({ order: "A-1" }));
    await after(2000);
    const { num_pending: waiting, num_ack_pending: open } = await manager.consumers.info(stream, `${stream}-${stream}_paid`);
    console.log(`${stream}: calls ${calls}, to come ${waiting + open}`);
  }
  process.exit();
})();
JS
timeout 120 node shop.cjs "$port" | tee seen
diff seen - <<'TEXT'
throws: calls 1, to come 0
nak: calls 2, to come 0
ackWait of 30 seconds in nanoseconds: 347 days
TEXT
