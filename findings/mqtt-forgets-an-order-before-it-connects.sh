#!/usr/bin/env bash
# mqtt 5.16.0 (npm): a shop tells its warehouse of a paid order by connect(), publish() with QoS 1, and end(), which waits for messages that are under way. If end()
# comes before the connection stands, as in a short script or a function in a cloud, nothing is published, neither callback is ever called, and publishAsync() and endAsync()
# never settle, so no error tells. The same calls after "connect" publish all. The broker is aedes 1.2.0.
# Safe: await publishAsync() before end(), or connectAsync() first.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts mqtt@5.16.0 aedes@1.2.0 >/dev/null
cat >publish.mjs <<'JS'
import { once } from "node:events";
import net from "node:net";
import { Aedes } from "aedes";
import mqtt from "mqtt";
const broker = await Aedes.createBroker();
const server = net.createServer(broker.handle).listen(0, "127.0.0.1");
await once(server, "listening");
let arrived = 0;
broker.on("publish", (packet, client) => { if (client) arrived++; });
for (const connectFirst of [false, true]) {
  arrived = 0;
  const client = mqtt.connect(`mqtt://127.0.0.1:${server.address().port}`);
  if (connectFirst) await once(client, "connect");
  let [published, ended] = ["never called back", "never called back"];
  client.publish("paid", "A-1", { qos: 1 }, (error) => (published = error ? "an error" : "done"));
  client.end(() => (ended = "done"));
  await new Promise((later) => setTimeout(later, 2000));
  console.log(`connected first: ${connectFirst}; publish: ${published}; end: ${ended}; orders that arrived: ${arrived}`);
}
process.exit();
JS
node publish.mjs | tee seen
diff seen - <<'TEXT'
connected first: false; publish: never called back; end: never called back; orders that arrived: 0
connected first: true; publish: done; end: done; orders that arrived: 1
TEXT
