#!/usr/bin/env bash
# A page polls its order by GET through a client that remembers. axios-cache-interceptor 1.12.3 (npm) keeps OPEN for five minutes, if the answer says nothing about
# caches: a shopper who has paid waits, and pays again. got 16.1.0 with a cache and make-fetch-happen 16.0.1 ask again, but if the answer has a
# Last-Modified, as of an order that was made last year, they keep OPEN for a tenth of its age, which is weeks. With no-store, all ask.
# Safe: Cache-Control: no-store on each answer about an order, and { cache: false } or "no-store" in the client.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts axios@1.21.1 axios-cache-interceptor@1.12.3 got@16.1.0 make-fetch-happen@16.0.1 >/dev/null
cat >shop.mjs <<'JS'
import { createServer } from "node:http";
import { join } from "node:path";
import axios from "axios";
import { setupCache } from "axios-cache-interceptor";
import got from "got";
import fetcher from "make-fetch-happen";
const clients = {
  "axios-cache-interceptor": () => { const client = setupCache(axios.create()); return async (url) => (await client.get(url)).data; },
  got: () => { const cache = new Map(); return async (url) => JSON.parse((await got(url, { cache })).body); },
  "make-fetch-happen": (name) => { const fetch = fetcher.defaults({ cachePath: join(import.meta.dirname, name) }); return async (url) => (await fetch(url)).json(); },
};
const headers = { nothing: {}, "Last-Modified": { "last-modified": "Wed, 01 Jan 2025 00:00:00 GMT" }, "no-store": { "cache-control": "no-store" } };
for (const [name, open] of Object.entries(clients)) {
  for (const [says, given] of Object.entries(headers)) {
    let asked = 0;
    const service = createServer((_, response) => {
      asked += 1;
      response.writeHead(200, { "content-type": "application/json", ...given }).end(JSON.stringify({ status: asked === 1 ? "OPEN" : "PAID" }));
    });
    await new Promise((resolve) => service.listen(0, resolve));
    const poll = open(says);
    const seen = [];
    for (let time = 0; time < 3; time += 1) {
      seen.push((await poll(`http://localhost:${service.address().port}/orders/A-1`)).status);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    console.log(name.padEnd(23), "an answer with", says.padEnd(13), "seen:", seen.join(", "));
    service.closeAllConnections();
    service.close();
  }
}
process.exit();
JS
node shop.mjs | tee seen
diff seen - <<'TEXT'
axios-cache-interceptor an answer with nothing       seen: OPEN, OPEN, OPEN
axios-cache-interceptor an answer with Last-Modified seen: OPEN, OPEN, OPEN
axios-cache-interceptor an answer with no-store      seen: OPEN, PAID, PAID
got                     an answer with nothing       seen: OPEN, PAID, PAID
got                     an answer with Last-Modified seen: OPEN, OPEN, OPEN
got                     an answer with no-store      seen: OPEN, PAID, PAID
make-fetch-happen       an answer with nothing       seen: OPEN, PAID, PAID
make-fetch-happen       an answer with Last-Modified seen: OPEN, OPEN, OPEN
make-fetch-happen       an answer with no-store      seen: OPEN, PAID, PAID
TEXT
