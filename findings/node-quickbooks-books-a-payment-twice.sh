#!/usr/bin/env bash
# node-quickbooks 2.0.50 (npm, 325,000 downloads a month). A payment's requestId, by which QuickBooks knows a repeated request, is sent once and then
# deleted from the shop's own object. So a shop that sends the same payment again after a lost answer sends it without a key, and it is
# booked twice. The same for allowDuplicateDocNum. The service is a stand-in that keeps requestid as QuickBooks does, and loses the first answer.
# Safe: keep the payment apart, and send a copy each time: createPayment({ ...payment }, callback).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts node-quickbooks@2.0.50 >/dev/null
cat >shop.cjs <<'JS'
const { createServer } = require("node:http");
const QuickBooks = require("node-quickbooks");
const booked = new Map();
let calls = 0;
const service = createServer((request, response) => {
  const key = new URL(request.url, "http://localhost").searchParams.get("requestid");
  calls += 1;
  if (!booked.has(key ?? calls)) booked.set(key ?? calls, { Id: String(booked.size + 1) });
  console.log("  call", calls, "requestid", key, "payment", booked.get(key ?? calls).Id);
  if (calls % 2 === 1) return request.socket.destroy();
  response.setHeader("content-type", "application/json").end(JSON.stringify({ Payment: booked.get(key ?? calls) }));
});
const pay = (books, payment) => new Promise((resolve) => books.createPayment(payment, (error) => resolve(!error)));
service.listen(0, async () => {
  const books = new QuickBooks("key", "secret", "token", false, "1", true, false, null, "2.0", "refresh");
  books.endpoint = `http://localhost:${service.address().port}/`;
  const payment = { TotalAmt: 50, CustomerRef: { value: "1" }, requestId: "A-1" };
  console.log("the same object:");
  while (!(await pay(books, payment)));
  console.log("a copy each time:");
  const kept = { TotalAmt: 50, CustomerRef: { value: "1" }, requestId: "A-2" };
  while (!(await pay(books, { ...kept })));
  service.close();
});
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
the same object:
  call 1 requestid A-1 payment 1
  call 2 requestid null payment 2
a copy each time:
  call 3 requestid A-2 payment 3
  call 4 requestid A-2 payment 3
TEXT
