#!/usr/bin/env bash
# @freshbooks/api 4.1.0 (npm), FreshBooks. A date of a payment or an invoice that is a text, "2026-12-01", is read as midnight of UTC and written as a day of the machine's zone: in America it is booked on
# November 30, in the month before, and one of New Year's Day in the year before. Its month and day are written as the machine's language does: with LC_ALL=ja_JP.UTF-8 they are 12月 and 01日, which are no date. A
# payment whose answer is lost fails over the SDK's own retry condition: "TypeError: Cannot read properties of undefined (reading 'status')", without a code.
# Safe: new Date(2026, 11, 1), LC_ALL=C.UTF-8. Take an error without a code for "unknown", and look the invoice up.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @freshbooks/api@4.1.0 >/dev/null
cat >shop.cjs <<'JS'
const http = require("node:http");
const { Client } = require("@freshbooks/api");
let lost = false;
const service = http.createServer((call, answer) => {
  let body = "";
  call.on("data", (part) => (body += part));
  call.on("end", () => {
    if (lost) return call.socket.destroy();
    const { payment } = JSON.parse(body);
    console.log(`${process.env.TZ}, ${process.env.LC_ALL}: ${payment.date}`);
    answer.setHeader("Content-Type", "application/json").end(JSON.stringify({ response: { result: { payment: { ...payment, updated: "2026-12-01 10:00:00" } } } }));
  });
});
service.listen(0, "127.0.0.1", async () => {
  const shop = new Client("c", { accessToken: "t", apiUrl: `http://127.0.0.1:${service.address().port}` }, { debug() {}, info() {}, error() {}, warn() {}, log() {} });
  const book = (date) => shop.payments.create("a", { invoiceId: "1", amount: { amount: "19.99", code: "USD" }, date, type: "Other" });
  await book("2026-12-01");
  if (process.argv[2]) {
    await book("2027-01-01");
    await book(new Date(2026, 11, 1));
    lost = true;
    await book("2026-12-01").catch(({ name, code, message }) => console.log(`lost: ${name}, code ${code}, "${message}"`));
  }
  process.exit();
});
JS
{
  TZ=America/New_York LC_ALL=C.UTF-8 node --no-deprecation shop.cjs more
  TZ=Asia/Tokyo LC_ALL=ja_JP.UTF-8 node --no-deprecation shop.cjs
} | tee seen
diff seen - <<'TEXT'
America/New_York, C.UTF-8: 2026-11-30
America/New_York, C.UTF-8: 2026-12-31
America/New_York, C.UTF-8: 2026-12-01
lost: TypeError, code undefined, "Cannot read properties of undefined (reading 'status')"
Asia/Tokyo, ja_JP.UTF-8: 2026-12月-01日
TEXT
