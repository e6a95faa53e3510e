#!/usr/bin/env bash
# tappay-nodejs 2.0.11 (TapPay of Taiwan), paystack 2.0.1 (Nigeria), instamojo-payment-nodejs 3.0.0 (India) and epayco-sdk-node 1.4.4 (ePayco of Colombia), npm. A call whose answer is lost, or
# that is answered with 500, doesn't reject: the promises of TapPay and Paystack resolve with the error or its body, Instamojo's with undefined or with the whole answer, and ePayco's with { error: "…" }. A
# shop that awaits a refund in try and catch books it, whatever became of it. ePayco also overwrites extras_epayco of the shop's sale.
# Safe: go on if result.status === 0 (TapPay), result?.status === true (Paystack), result?.success === true (Instamojo, ePayco). Anything else is unknown.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts tappay-nodejs@2.0.11 paystack@2.0.1 instamojo-payment-nodejs@3.0.0 epayco-sdk-node@1.4.4 >/dev/null
cat >shop.cjs <<'JS'
const http = require("node:http");
let fault = "lost";
let sent;
const service = http.createServer((call, answer) => {
  let body = "";
  call.on("data", (part) => (body += part));
  call.on("end", () => {
    if (call.url.endsWith("/login")) return answer.end('{"bearer_token":"t"}');
    sent = body;
    if (fault === "lost") return call.socket.destroy();
    answer.writeHead(500).end('{"message":"busy"}');
  });
});
service.listen(0, "127.0.0.1", async () => {
  const base = `http://127.0.0.1:${service.address().port}`;
  process.env.BASE_URL_SDK = base;
  console.error = () => undefined;
  const of = (name, by) => require.resolve(name, { paths: [require.resolve(by)] });
  for (const name of ["tappay-nodejs", "instamojo-payment-nodejs"])
    require(of("axios", name)).default.interceptors.request.use((config) => ({ ...config, baseURL: base }));
  const request = require(of("request", "paystack"));
  require.cache[of("request", "paystack")].exports = (options, done) => request({ ...options, url: base }, done);
  const taiwan = require("tappay-nodejs");
  taiwan.initialize({ partner_key: "k", env: "sandbox" });
  const india = require("instamojo-payment-nodejs");
  const colombia = require("epayco-sdk-node")({ apiKey: "k", privateKey: "00112233445566778899aabbccddeeff", lang: "ES", test: true });
  const calls = {
    "TapPay refund": () => taiwan.refund({ rec_trade_id: "A-1", amount: 30 }),
    "Paystack charge": () => require("paystack")("k").transaction.charge({ authorization_code: "a", email: "tom@example.com", amount: 1999 }),
    "Instamojo sale": () => india.createNewPaymentRequest(india.PaymentData({ purpose: "A-1", amount: 19.99 })),
    "ePayco charge": () => colombia.charge.create({ bill: "A-1", value: "19.99", ip: "192.0.2.1", extras_epayco: { extra1: "A-1" } }),
  };
  for (const [name, call] of Object.entries(calls))
    for (fault of ["lost", "500"]) {
      const outcome = await call().then(
        (value) => `resolves with ${value instanceof Error ? "an Error" : value?.config ? `status ${value.status}` : JSON.stringify(value)?.replace(/"error":.*/, '"error":…}')}`,
        () => "rejects",
      );
      console.log(`${name}, ${fault}: ${outcome}`);
    }
  console.log(`extras_epayco sent: ${JSON.stringify(JSON.parse(sent).extras_epayco)}`);
  process.exit();
});
JS
node --no-deprecation shop.cjs | tee seen
diff seen - <<'TEXT'
TapPay refund, lost: resolves with an Error
TapPay refund, 500: resolves with an Error
Paystack charge, lost: resolves with an Error
Paystack charge, 500: resolves with {"message":"busy"}
Instamojo sale, lost: resolves with undefined
Instamojo sale, 500: resolves with status 500
ePayco charge, lost: resolves with {"error":…}
ePayco charge, 500: resolves with {"message":"busy"}
extras_epayco sent: {"extra5":"P44"}
TEXT
