#!/usr/bin/env bash
# nest-feature-guard 0.0.4 (npm, feature flags of NestJS in Redis): "pay later" is enabled for two trusted customers, and for nobody else. The shop takes one off the list, and then
# the other: with an empty list everybody may pay later. While a list is replaced it's empty, too, for as long as it takes from DEL to SADD. A customer whose id is the
# number 51 never finds himself in a list with 51.
# Safe: set enabled to false when the list becomes empty; ids as texts.
# Needs redis-server.
set -euo pipefail
command -v redis-server >/dev/null || { echo "needs redis-server"; exit 1; }
folder=$(mktemp -d)
trap 'kill "$server" 2>/dev/null || true; rm -rf "$folder"' EXIT
server=
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts nest-feature-guard@0.0.4 ioredis@5.4.1 @nestjs/common@11 @nestjs/core@11 reflect-metadata@0.2 rxjs@7 >/dev/null 2>&1
redis-server --port 0 --unixsocket "$folder/redis.sock" --save "" --daemonize no >/dev/null &
server=$!
for _ in $(seq 50); do [ -S redis.sock ] && break; sleep 0.1; done
cat >flags.cjs <<'JS'
require("reflect-metadata");
const Redis = require("ioredis");
const { RedisFeatureFlagCache } = require("nest-feature-guard");
(async () => {
  const redis = new Redis({ path: "redis.sock" });
  const flags = new RedisFeatureFlagCache(redis);
  const look = async (what) => {
    const may = [];
    for (const customer of ["51", 51, "52", "stranger"]) if (await flags.hasFeatureFlag("pay-later", customer)) may.push(JSON.stringify(customer));
    console.log(`${what}: ${may.join(" ") || "nobody"}`);
  };
  for (const userIds of [["51", "52"], ["51"], []]) {
    await flags.setFeatureFlag({ flag: "pay-later", enabled: true, userIds });
    await look(`for ${JSON.stringify(userIds)}`);
  }
  await flags.setFeatureFlag({ flag: "pay-later", enabled: false, userIds: [] });
  await look("not enabled");
  redis.disconnect();
})();
JS
node flags.cjs | tee seen
diff seen - <<'TEXT'
for ["51","52"]: "51" "52"
for ["51"]: "51"
for []: "51" 51 "52" "stranger"
not enabled: nobody
TEXT
