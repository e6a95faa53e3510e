#!/usr/bin/env bash
# vnpay 2.5.0 (npm), VNPay of Vietnam. The answer of a refund is checked after its amount was divided by a hundred, so that what VNPay signed never fits: each refund that was made comes back with
# isVerified false and a message that the checksum is wrong. A shop that trusts such an answer as little as it should takes the refund for not made, and makes it again.
# A query's answer is checked rightly.
# Safe: query the payment after a refund, and go by its vnp_TransactionStatus.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts vnpay@2.5.0 >/dev/null
cat >shop.cjs <<'JS'
const { createHmac } = require("node:crypto");
const http = require("node:http");
const { VNPay } = require("vnpay");
const names = "ResponseId Command ResponseCode Message TmnCode TxnRef Amount BankCode PayDate TransactionNo TransactionType TransactionStatus OrderInfo";
// VNPay, which signs its answers in the order that it documents.
const service = http.createServer((call, answer) => {
  let body = "";
  call.on("data", (part) => (body += part));
  call.on("end", () => {
    const { vnp_Command: Command } = JSON.parse(body);
    const said = { ResponseId: "R1", Command, ResponseCode: "00", Message: "OK", TmnCode: "T", TxnRef: "A-1", Amount: "3000000", BankCode: "NCB", PayDate: "20261129100000" };
    Object.assign(said, { TransactionNo: "1", TransactionType: "03", TransactionStatus: "00", OrderInfo: "order" });
    const values = names.split(" ").map((name) => said[name]);
    const text = [...values, ...(Command === "querydr" ? ["", ""] : [])].join("|");
    const signed = { ...said, SecureHash: createHmac("sha512", "s").update(text).digest("hex") };
    answer.setHeader("Content-Type", "application/json");
    answer.end(JSON.stringify(Object.fromEntries(Object.entries(signed).map(([name, value]) => [`vnp_${name}`, value]))));
  });
});
service.listen(0, "127.0.0.1", async () => {
  const host = `http://127.0.0.1:${service.address().port}`;
  const shop = new VNPay({ tmnCode: "T", secureSecret: "s", vnpayHost: host, queryDrAndRefundHost: host, enableLog: false });
  const call = { vnp_RequestId: "1", vnp_TxnRef: "A-1", vnp_TransactionNo: 1, vnp_TransactionDate: 20261129100000, vnp_CreateDate: 20261129110000, vnp_IpAddr: "192.0.2.1", vnp_OrderInfo: "order" };
  const query = await shop.queryDr(call);
  console.log(`query: isSuccess ${query.isSuccess}, isVerified ${query.isVerified}`);
  const refund = await shop.refund({ ...call, vnp_Amount: 30_000, vnp_TransactionType: "03", vnp_CreateBy: "shop" });
  console.log(`refund: isSuccess ${refund.isSuccess}, isVerified ${refund.isVerified}, amount ${refund.vnp_Amount}`);
  process.exit();
});
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
query: isSuccess true, isVerified true
refund: isSuccess true, isVerified false, amount 30000
TEXT
