#!/usr/bin/env bash
# gocardless-nodejs 10.1.2 (npm, 150,000 downloads a month), the official client of GoCardless (direct debits). A list's filters are written without encoding
# and then read as if they had it: a time of Hong Kong, 10:00:00+08:00, is sent as 10:00:00 08:00, which is no time, so that payments since then are
# refused or other ones. Its own times end with a Z, so that only a shop's clock meets it. The service is a stand-in.
# Safe: give times in UTC, with a Z.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts gocardless-nodejs@10.1.2 >/dev/null
cat >shop.cjs <<'JS'
const { createServer } = require("node:http");
const { GoCardlessClient } = require("gocardless-nodejs");
const service = createServer((request, response) => {
  console.log("   sent:", ...new URL(request.url, "http://localhost").searchParams.entries());
  response.writeHead(200, { "content-type": "application/json" }).end('{"payments":[],"meta":{"cursors":{}}}');
});
service.listen(0, async () => {
  const client = new GoCardlessClient("token", "sandbox");
  client._api._baseUrl = `http://localhost:${service.address().port}`;
  for (const gte of ["2026-11-30T02:00:00Z", "2026-11-30T10:00:00+08:00"]) {
    console.log("payments since", gte);
    await client.payments.list({ created_at: { gte } });
  }
  service.closeAllConnections();
  service.close();
});
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
payments since 2026-11-30T02:00:00Z
   sent: [ 'created_at[gte]', '2026-11-30T02:00:00Z' ]
payments since 2026-11-30T10:00:00+08:00
   sent: [ 'created_at[gte]', '2026-11-30T10:00:00 08:00' ]
TEXT
