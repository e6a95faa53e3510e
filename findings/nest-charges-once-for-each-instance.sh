#!/usr/bin/env bash
# A payment service of @nestjs/microservices 12.1.1 (npm) on Redis, NATS or MQTT with its defaults runs as two instances, as after scaling up or during a
# deployment. client.send("charge") charges the order in both, and the caller gets one answer. client.emit("paid") ships twice. If no instance runs, emit resolves,
# and the order is lost. Also seen: on RabbitMQ one instance gets it, but noAck is on by default, so a handler that throws or dies has lost the order; and
# a send() whose worker dies never settles on RabbitMQ, Redis, NATS and MQTT. Needs Debian 12's redis-server and nats-server; MQTT's broker is aedes 1.2.0 (npm).
# Safe: NATS's queue: "shop", which the last line has; RabbitMQ with noAck: false and an ack after the work; a unique row for the order before the charge.
set -euo pipefail
folder=$(mktemp -d)
cleanup() { for id in ${ids:-}; do kill "$id" 2>/dev/null || true; done; rm -rf "$folder"; }
trap cleanup EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @nestjs/microservices@12.1.1 @nestjs/core@12.1.1 @nestjs/common@12.1.1 reflect-metadata@0.2.2 rxjs@7.8.2 \
  ioredis@5.11.1 @nats-io/transport-node@3.4.0 mqtt@5.16.0 aedes@1.2.0 >/dev/null
redis-server --port 45911 --save '' --bind 127.0.0.1 >/dev/null & ids=$!
nats-server -a 127.0.0.1 -p 45912 >/dev/null 2>&1 & ids="$ids $!"
cat >two.cjs <<'JS'
require("reflect-metadata");
const { Aedes } = require("aedes");
const { Controller, Module } = require("@nestjs/common");
const { NestFactory } = require("@nestjs/core");
const { ClientProxyFactory, EventPattern, MessagePattern, Transport } = require("@nestjs/microservices");
const { firstValueFrom } = require("rxjs");
const counts = { charges: 0, shipments: 0 };
class Payments {
  charge() { counts.charges++; return "charged"; }
  ship() { counts.shipments++; }
}
const method = (name) => [Payments.prototype, name, Object.getOwnPropertyDescriptor(Payments.prototype, name)];
MessagePattern("charge")(...method("charge"));
EventPattern("paid")(...method("ship"));
Controller()(Payments);
class Shop {}
Module({ controllers: [Payments] })(Shop);
const pause = () => new Promise((done) => setTimeout(done, 1000));
(async () => {
  const broker = await Aedes.createBroker();
  require("node:net").createServer(broker.handle).listen(45913, "127.0.0.1");
  const servers = ["nats://127.0.0.1:45912"];
  const transports = {
    redis: { transport: Transport.REDIS, options: { host: "127.0.0.1", port: 45911 } },
    mqtt: { transport: Transport.MQTT, options: { url: "mqtt://127.0.0.1:45913" } },
    nats: { transport: Transport.NATS, options: { servers } },
    "nats, queue": { transport: Transport.NATS, options: { servers, queue: "shop" } },
  };
  for (const [name, options] of Object.entries(transports)) {
    Object.assign(counts, { charges: 0, shipments: 0 });
    const client = ClientProxyFactory.create(options);
    await client.connect();
    await firstValueFrom(client.emit("paid", { order: "A-0" }), { defaultValue: undefined });
    await pause();
    const lost = counts.shipments === 0;
    const instances = await Promise.all([1, 2].map(() => NestFactory.createMicroservice(Shop, { ...options, logger: false })));
    for (const instance of instances) await instance.listen();
    const answer = await firstValueFrom(client.send("charge", { order: "A-1" }));
    await firstValueFrom(client.emit("paid", { order: "A-1" }), { defaultValue: undefined });
    await pause();
    console.log(`${name}: ${answer}, charges: ${counts.charges}, shipments: ${counts.shipments}, lost without an instance: ${lost}`);
    for (const instance of instances) await instance.close();
  }
  process.exit();
})();
JS
node two.cjs | grep -v "\[Nest\]" | tee seen
diff seen - <<'TEXT'
redis: charged, charges: 2, shipments: 2, lost without an instance: true
mqtt: charged, charges: 2, shipments: 2, lost without an instance: true
nats: charged, charges: 2, shipments: 2, lost without an instance: true
nats, queue: charged, charges: 1, shipments: 1, lost without an instance: true
TEXT
