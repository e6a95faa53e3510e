#!/usr/bin/env bash
# @nats-io/jetstream 3.4.0 (npm) with nats-server 2.9.10 (Debian package nats-server). consume() fetches 100 orders ahead, and the server counts the time to the acknowledgement, ack_wait, from then on: 30 seconds
# as it comes. Orders that wait in the shop for the charges before them run out of it, are delivered again, and are charged twice, though each charge is quick, none fails and each is acknowledged.
# With charges of two seconds that is so from about the fifteenth order that waits, as after a restart or a sale. Here ack_wait is one second and a charge takes 0.3.
# Safe: consume({ max_messages: 1 }), or next(). message.working() only helps the order that is being charged.
set -euo pipefail
folder=$(mktemp -d)
trap 'kill "${broker:-}" 2>/dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @nats-io/jetstream@3.4.0 @nats-io/transport-node@3.4.0 >/dev/null
port=$(node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')
nats-server -js -a 127.0.0.1 -p "$port" -sd "$folder/store" >/dev/null 2>&1 &
broker=$!
cat >shop.mjs <<'JS'
import { setTimeout as after } from "node:timers/promises";
import { connect } from "@nats-io/transport-node";
import { jetstream, jetstreamManager } from "@nats-io/jetstream";
const connection = await connect({ port: Number(process.argv[2]), waitOnFirstConnect: true, reconnectTimeWait: 50 });
const manager = await jetstreamManager(connection);
const service = jetstream(connection);
for (const [name, options] of [["consume()", {}], ["consume({ max_messages: 1 })", { max_messages: 1 }]]) {
  await manager.streams.add({ name: "shop", subjects: ["paid"], storage: "memory" });
  await manager.consumers.add("shop", { durable_name: "worker", ack_policy: "explicit", ack_wait: 1e9 });
  for (let order = 1; order <= 8; order++) await service.publish("paid", `A-${order}`);
  const charges = {};
  const orders = await (await service.consumers.get("shop", "worker")).consume(options);
  const idle = () => orders.stop();
  let timer = setTimeout(idle, 3000);
  for await (const order of orders) {
    await after(300);
    charges[order.string()] = (charges[order.string()] ?? 0) + 1;
    await order.ackAck();
    clearTimeout(timer);
    timer = setTimeout(idle, 3000);
  }
  const twice = Object.keys(charges).filter((order) => charges[order] > 1);
  console.log(`${name}: ${Object.keys(charges).length} orders; charged again: ${twice.length ? twice.at(0) === "A-1" ? "the first" : "those at the end" : "none"}`);
  await manager.streams.delete("shop");
}
await connection.close();
JS
timeout 120 node shop.mjs "$port" | tee seen
diff seen - <<'TEXT'
consume(): 8 orders; charged again: those at the end
consume({ max_messages: 1 }): 8 orders; charged again: none
TEXT
