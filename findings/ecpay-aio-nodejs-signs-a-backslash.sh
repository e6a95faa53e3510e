#!/usr/bin/env bash
# ecpay_aio_nodejs 1.2.2 (npm), ECPay of Taiwan. The sum over a payment is made of its JSON. A quote in a name, such as 5" frame, has a backslash in front there, and not in the form: ECPay answers CheckMacValue Error, and the order can't be
# paid. A query's time is that of the client's start: ECPay takes it for some minutes, so that a client that is kept can't ask for an order any more.
# Safe: no quotes and backslashes in names, and a new client for each call.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts ecpay_aio_nodejs@1.2.2 >/dev/null
cat >shop.cjs <<'JS'
const { createHash } = require("node:crypto");
const { mock } = require("node:test");
const Helper = require("ecpay_aio_nodejs/lib/ecpay_payment/helper.js");
const QueryClient = require("ecpay_aio_nodejs/lib/ecpay_payment/query_client.js");
const options = { OperationMode: "Test", MercProfile: { MerchantID: "2000132", HashKey: "k", HashIV: "v" }, IgnorePayment: [], IsProjectContractor: false };
console.log = () => undefined;
const say = (text) => process.stdout.write(`${text}\n`);
// ECPay's rule: name=value, sorted, encoded as .NET does.
const sum = (parameters) => {
  const text = ["HashKey=k", ...Object.keys(parameters).sort((a, b) => a.toLowerCase().localeCompare(b.toLowerCase())).map((name) => `${name}=${parameters[name]}`), "HashIV=v"].join("&");
  return createHash("sha256").update(encodeURIComponent(text).toLowerCase().replaceAll("%20", "+")).digest("hex").toUpperCase();
};
const helper = new Helper(options);
for (const ItemName of ["frame", '5" frame', "C:\\frames", "frame#hook"]) {
  const sale = { ItemName, MerchantTradeNo: "A1", TotalAmount: "100" };
  say(`${ItemName}: the sum is ${helper.gen_chk_mac_value(sale) === sum(sale) ? "right" : "wrong"}`);
}
mock.timers.enable({ apis: ["Date"], now: new Date("2026-11-29T10:00:00Z") });
const client = new QueryClient(options);
client.helper.http_request = async (method, url, sent) => {
  say(`asked at ${new Date().toISOString()}, says ${new Date(sent.TimeStamp * 1000).toISOString()}`);
  return [Buffer.from("TradeStatus=1")];
};
(async () => {
  await client.query_trade_info({ MerchantTradeNo: "A0000000000000000001", PlatformID: "" });
  mock.timers.setTime(Date.parse("2026-11-29T11:00:00Z"));
  await client.query_trade_info({ MerchantTradeNo: "A0000000000000000001", PlatformID: "" });
})();
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
frame: the sum is right
5" frame: the sum is wrong
C:\frames: the sum is wrong
frame#hook: the sum is right
asked at 2026-11-29T10:00:00.000Z, says 2026-11-29T10:02:00.000Z
asked at 2026-11-29T11:00:00.000Z, says 2026-11-29T10:02:00.000Z
TEXT
