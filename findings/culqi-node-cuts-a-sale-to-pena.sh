#!/usr/bin/env bash
# culqi-node 2.1.0 (npm), Culqi of Peru. It tells the length of a sale's body in characters, and sends it as UTF-8. Each ñ and each accent makes the body a byte longer than was told: the
# service reads a text that is cut at its end, which is no JSON. A shopper called Peña can't pay, and one called Perez can.
# Safe: an httpProvider of your own, or names and descriptions in ASCII.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts culqi-node@2.1.0 >/dev/null
cat >shop.cjs <<'JS'
const http = require("node:http");
const { request } = require("culqi-node/request");
const service = http.createServer((call, answer) => {
  let body = "";
  call.on("data", (part) => (body += part));
  call.on("end", () => {
    console.log(`read: ${body}`);
    try {
      JSON.parse(body);
      answer.end('{"paid":true}');
    } catch {
      answer.writeHead(400).end('{"paid":false}');
    }
  });
});
service.listen(0, "127.0.0.1", async () => {
  const provider = { request: (options, answered) => http.request({ ...options, host: "127.0.0.1", port: service.address().port }, answered) };
  for (const last_name of ["Perez", "Peña"]) {
    const sale = { amount: 1999, currency_code: "PEN", antifraud_details: { last_name } };
    const answer = await request("/charges", { method: "POST", body: sale, _httpProvider: provider }).then(JSON.stringify, () => "an error");
    console.log(`${last_name}: ${answer}`);
  }
  process.exit();
});
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
read: {"amount":1999,"currency_code":"PEN","antifraud_details":{"last_name":"Perez"}}
Perez: {"paid":true}
read: {"amount":1999,"currency_code":"PEN","antifraud_details":{"last_name":"Peña"}
Peña: an error
TEXT
