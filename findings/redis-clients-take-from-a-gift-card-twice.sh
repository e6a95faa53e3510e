#!/usr/bin/env bash
# DECRBY on the balance of a gift card, on a connection that was used before, and Redis's answer is lost. ioredis 6.0.0 and iovalkey 0.4.0 (npm) send the command
# again as soon as they are connected, without a limit: if each answer is lost, until the connection holds. Ruby's redis 4.8.0 (Debian) sends it twice. All three return the last
# answer, and the card has paid twice. node-redis 6.3.1 gives an error. Needs Debian 12's redis-server and ruby-redis.
# Safe: ioredis's autoResendUnfulfilledCommands: false, Ruby's reconnect_attempts: 0; or a script that first writes the merchantReference.
set -euo pipefail
folder=$(mktemp -d)
cleanup() { for id in ${ids:-}; do kill "$id" 2>/dev/null || true; done; rm -rf "$folder"; }
trap cleanup EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts ioredis@6.0.0 iovalkey@0.4.0 redis@6.3.1 >/dev/null
redis-server --port 45901 --save '' --bind 127.0.0.1 >/dev/null & ids=$!
cat >lossy.mjs <<'JS'
import net from "node:net";
let losses = 0;
net.createServer((shop) => {
  const store = net.connect(45901, "127.0.0.1");
  let isLost = false;
  shop.on("data", (part) => {
    const text = String(part);
    if (text.includes("lose")) return shop.write("+" + (losses = Number(text.match(/lose:(\d+)/)[1])) + "\r\n");
    if (/decrby/i.test(text) && losses-- > 0) isLost = true;
    store.write(part);
  });
  store.on("data", (part) => (isLost ? shop.destroy() : shop.write(part)));
  shop.on("close", () => store.destroy()).on("error", () => {});
  store.on("close", () => shop.destroy()).on("error", () => {});
}).listen(45902, "127.0.0.1");
JS
node lossy.mjs & ids="$ids $!"
for port in 45901 45902; do for tries in $(seq 50); do (exec 3<>/dev/tcp/127.0.0.1/$port) 2>/dev/null && break || sleep 0.2; done; done
cat >shop.mjs <<'JS'
import { createRequire } from "node:module";
const require = createRequire(import.meta.url);
const [name] = process.argv.slice(2);
const card = name === "redis"
  ? await require("redis").createClient({ url: "redis://127.0.0.1:45902" }).on("error", () => {}).connect()
  : new (require(name).Redis)(45902, "127.0.0.1").on("error", () => {});
await card.get("card");
console.log(await (card.decrBy ?? card.decrby).call(card, "card", 5000).catch(() => "an error"));
process.exit();
JS
cat >shop.rb <<'RUBY'
require "redis"
card = Redis.new(port: 45902)
card.get("card")
puts card.decrby("card", 5000)
RUBY
sell() {
  redis-cli -p 45901 set card 30000 >/dev/null
  printf 'lose:%s\r\n' "$1" | (exec 3<>/dev/tcp/127.0.0.1/45902; cat >&3; head -n 1 <&3 >/dev/null)
  local name=$2; shift 2
  echo "$name answers $("$@"), the card has $(redis-cli -p 45901 get card)"
}
{
  for client in ioredis iovalkey redis; do sell 1 $client node shop.mjs $client; done
  sell 3 "ioredis after three losses" node shop.mjs ioredis
  sell 1 "Ruby's redis" ruby shop.rb
} | tee seen
diff seen - <<'TEXT'
ioredis answers 20000, the card has 20000
iovalkey answers 20000, the card has 20000
redis answers an error, the card has 25000
ioredis after three losses answers 10000, the card has 10000
Ruby's redis answers 20000, the card has 20000
TEXT
