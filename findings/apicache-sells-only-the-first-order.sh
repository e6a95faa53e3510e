#!/usr/bin/env bash
# apicache 1.6.3, route-cache 0.7.1 and http-cache-middleware 1.4.1 (npm) keep an answer by its address, for a POST, too. The second shopper's sale is answered with the
# first one's order and is never made; a redirect leads to the first shopper's page. A notification of another order is answered OK, so it doesn't come
# again, and the shop never learns that it is paid. apicache-plus 2.3.1 and express-expeditious 5.1.1 pass a POST on.
# Safe: put the middleware on routes of GET alone; apicache's second argument can ask for that, too.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts express@4.22.1 apicache@1.6.3 route-cache@0.7.1 http-cache-middleware@1.4.1 apicache-plus@2.3.1 express-expeditious@5.1.1 >/dev/null
cat >shop.cjs <<'JS'
const express = require("express");
const kept = require("http-cache-middleware")();
const caches = {
  apicache: require("apicache").middleware("5 minutes"),
  "route-cache": require("route-cache").cacheSeconds(300),
  "http-cache-middleware": (request, response, next) => kept(request, response.setHeader("x-cache-timeout", "5 minutes"), next),
  "apicache-plus": require("apicache-plus")("5 minutes"),
  "express-expeditious": require("express-expeditious")({ namespace: "shop", defaultTtl: "5 minutes" }),
};
(async () => {
  for (const [name, cache] of Object.entries(caches)) {
    const seen = [];
    const shop = express().use(express.json(), cache);
    shop.post("/sale", ({ body }, response) => response.redirect(303, "/order/" + (seen.push(body.order), body.order)));
    shop.post("/notify", ({ body }, response) => response.send((seen.push(body.order + " is paid"), "OK")));
    const server = await new Promise((listens) => { const server = shop.listen(0, "127.0.0.1", () => listens(server)); });
    const post = async (path, order) => {
      const init = { method: "POST", redirect: "manual", headers: { "content-type": "application/json" }, body: JSON.stringify({ order }) };
      const answer = await fetch(`http://127.0.0.1:${server.address().port}${path}`, init);
      return answer.headers.get("location") ?? answer.text();
    };
    const answers = [];
    for (const path of ["/sale", "/notify"]) for (const order of ["A-1", "A-2"]) answers.push(await post(path, order));
    console.log(`${name}: answers ${answers.join(" ")}; seen: ${seen.join(", ")}`);
  }
  process.exit();
})();
JS
node --no-deprecation shop.cjs 2>/dev/null | tee seen
diff seen - <<'TEXT'
apicache: answers /order/A-1 /order/A-1 OK OK; seen: A-1, A-1 is paid
route-cache: answers /order/A-1 /order/A-1 OK OK; seen: A-1, A-1 is paid
http-cache-middleware: answers /order/A-1 /order/A-1 OK OK; seen: A-1, A-1 is paid
apicache-plus: answers /order/A-1 /order/A-2 OK OK; seen: A-1, A-2, A-1 is paid, A-2 is paid
express-expeditious: answers /order/A-1 /order/A-2 OK OK; seen: A-1, A-2, A-1 is paid, A-2 is paid
TEXT
