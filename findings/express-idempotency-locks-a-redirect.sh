#!/usr/bin/env bash
# express-idempotency 1.0.6 with express 5.1.0 (npm). It learns of an answer from res.send(). A handler that ends with redirect() or end() has charged, but its
# answer is never kept: the same key gets 409 "still in progress" for ever, and a shopper who clicks again never sees the thanks page. A handler that fails after the
# charge is forgotten, and the same key charges again.
# Safe: answer with send() or json(), and give the charge a merchantReference of its own.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts express-idempotency@1.0.6 express@5.1.0 >/dev/null
cat >shop.cjs <<'JS'
const express = require("express");
const { idempotency, getSharedIdempotencyService } = require("express-idempotency");
let charged = 0;
const shop = express().use(idempotency());
const route = (path, answer) =>
  shop.post(path, (request, response) => {
    if (getSharedIdempotencyService().isHit(request)) return;
    charged++;
    answer(response);
  });
const fail = () => {
  throw new Error("after the charge");
};
route("/json", (response) => response.json({ paid: true }));
route("/redirect", (response) => response.redirect(303, "/thanks"));
route("/end", (response) => response.status(200).end());
route("/fails", fail);
shop.use((error, _request, response, _next) => response.status(response.statusCode < 400 ? 500 : response.statusCode).send(error.message));
const server = shop.listen(0, "127.0.0.1", async () => {
  for (const path of ["/json", "/redirect", "/end", "/fails"]) {
    charged = 0;
    const post = { method: "POST", redirect: "manual", headers: { "Idempotency-Key": path } };
    const statuses = [];
    for (let time = 0; time < 3; time++) statuses.push((await fetch("http://127.0.0.1:" + server.address().port + path, post)).status);
    console.log(path, statuses.join(" "), "charged", charged);
  }
  server.close();
  server.closeAllConnections();
});
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
/json 200 200 200 charged 1
/redirect 303 409 409 charged 1
/end 200 409 409 charged 1
/fails 500 500 500 charged 3
TEXT
