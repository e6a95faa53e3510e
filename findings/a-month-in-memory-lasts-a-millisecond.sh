#!/usr/bin/env bash
# A shop keeps the idempotency keys of its sales in memory for 30 days. memory-cache 0.2.0, ttl 1.3.1, receptacle 1.3.2, map-expire 1.0.2 and expiry-map 2.0.0 (npm) give that
# time to a timer. Node.js makes each timer of more than 24.8 days one of a millisecond, so they have forgotten the key at once, and the same sale is charged again.
# promise-memoize 1.2.1, moize 6.1.7 and mem 10.0.0 with a maxAge of 30 days call again as well. 24 days work.
# Safe: a row in the database, or a cache that compares times, such as node-cache, quick-lru or tiny-lru.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts memory-cache@0.2.0 ttl@1.3.1 receptacle@1.3.2 map-expire@1.0.2 expiry-map@2.0.0 promise-memoize@1.2.1 moize@6.1.7 mem@10.0.0 \
  node-cache@5.1.2 quick-lru@7.3.0 >/dev/null
cat >shop.mjs <<'JS'
import memoryCache from "memory-cache";
import Ttl from "ttl";
import Receptacle from "receptacle";
import MapExpire from "map-expire/MapExpire.js";
import ExpiryMap from "expiry-map";
import promiseMemoize from "promise-memoize";
import moize from "moize";
import mem from "mem";
import NodeCache from "node-cache";
import QuickLRU from "quick-lru";
const later = () => new Promise((done) => setTimeout(done, 50));
let charged;
const charge = async (key) => {
  charged++;
  return `paid ${key}`;
};
const kept = (open) => (time) => {
  const { get, set } = open(time);
  return async (key) => get(key) ?? set(key, await charge(key));
};
const map = (make) =>
  kept((time) => {
    const cache = make(time);
    return { get: (key) => cache.get(key) ?? undefined, set: (key, value) => cache.set(key, value) };
  });
const shops = {
  "memory-cache": kept((time) => {
    const cache = new memoryCache.Cache();
    return { get: (key) => cache.get(key) ?? undefined, set: (key, value) => cache.put(key, value, time) };
  }),
  ttl: kept((time) => {
    const cache = new Ttl({ ttl: time });
    return { get: (key) => cache.get(key), set: (key, value) => cache.put(key, value) };
  }),
  receptacle: kept((time) => {
    const cache = new Receptacle();
    return { get: (key) => cache.get(key) ?? undefined, set: (key, value) => cache.set(key, value, { ttl: time }) };
  }),
  "map-expire": map((duration) => new MapExpire([], { duration })),
  "expiry-map": map((time) => new ExpiryMap(time)),
  "promise-memoize": (maxAge) => promiseMemoize(charge, { maxAge }),
  moize: (maxAge) => moize(charge, { maxAge, isPromise: true }),
  mem: (maxAge) => mem(charge, { maxAge }),
  "node-cache": map((time) => new NodeCache({ stdTTL: time / 1000 })),
  "quick-lru": map((maxAge) => new QuickLRU({ maxSize: 100, maxAge })),
};
for (const [name, open] of Object.entries(shops)) {
  const told = [];
  for (const days of [24, 30]) {
    charged = 0;
    const sell = open(days * 86_400_000);
    await sell("A-1");
    await later();
    await sell("A-1");
    told.push(`${days} days: charged ${charged}`);
  }
  console.log(`${name}, ${told.join("; ")}`);
}
process.exit();
JS
node --no-warnings shop.mjs | tee seen
diff seen - <<'TEXT'
memory-cache, 24 days: charged 1; 30 days: charged 2
ttl, 24 days: charged 1; 30 days: charged 2
receptacle, 24 days: charged 1; 30 days: charged 2
map-expire, 24 days: charged 1; 30 days: charged 2
expiry-map, 24 days: charged 1; 30 days: charged 2
promise-memoize, 24 days: charged 1; 30 days: charged 2
moize, 24 days: charged 1; 30 days: charged 2
mem, 24 days: charged 1; 30 days: charged 2
node-cache, 24 days: charged 1; 30 days: charged 1
quick-lru, 24 days: charged 1; 30 days: charged 1
TEXT
