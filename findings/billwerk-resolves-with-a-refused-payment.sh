#!/usr/bin/env bash
# billwerk 2.1.0 (npm): whatever billwerk answers is a result. A payment that is refused with a 400, and one that a 500 left unknown, resolve as
# one that was taken does; only an answer that isn't JSON rejects. The token is fetched once and never again: after it has
# expired, each call resolves with the body of a 401, also a list of customers.
# Safe: a look at the id of what should have been made; a new client before the token expires.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts billwerk@2.1.0 >/dev/null
cat >shop.cjs <<'JS'
const { createServer } = require("node:http");
const Billwerk = require("billwerk").default;
let tokens = 0;
let expired = false;
const answers = { "/api/v1/Orders/1/commit": [400, { Message: "Card declined" }], "/api/v1/Orders/2/commit": [500, { Message: "Try later" }] };
const server = createServer((request, response) => {
  const path = request.url.split("?")[0];
  const token = path === "/oauth/token";
  if (token) tokens++;
  const [status, body] = token ? [200, { access_token: "t" }] : expired ? [401, { Message: "Token expired" }] : (answers[path] ?? [200, []]);
  response.writeHead(status).end(JSON.stringify(body));
});
const show = async (name, call) => console.log(name, JSON.stringify(await call.then((value) => ({ value }), ({ message }) => ({ message }))));
server.listen(0, async () => {
  const shop = new Billwerk("id", "secret", `127.0.0.1:${server.address().port}`, "/api/v1", false);
  await show("declined:  ", shop.commitOrder("1", {}));
  await show("unknown:   ", shop.commitOrder("2", {}));
  await show("customers: ", shop.getCustomers());
  expired = true;
  await show("an hour on:", shop.getCustomers());
  console.log("tokens:     ", tokens);
  server.close();
});
JS
node --no-deprecation shop.cjs | tee seen
diff seen - <<'TEXT'
declined:   {"value":{"Message":"Card declined"}}
unknown:    {"value":{"Message":"Try later"}}
customers:  {"value":[]}
an hour on: {"value":{"Message":"Token expired"}}
tokens:      1
TEXT
