#!/usr/bin/env bash
# vietqr 1.1.9 (npm, bank transfers of Vietnam), genQuickLink: the address of a QR code is made by encodeURI, which leaves "#", "?" and "/" of a text as they
# are. For the text "Order #51" the service hears "Order " and neither the template nor the account's name, and for "2026/0051" it hears 2026 as the text, so that the
# shop can't tell who has paid. An account's name with "&" ends there. createPaymentGateway sends the client's id as the key, and the key as the id.
# Safe: encodeURIComponent for each part of an address of your own.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts vietqr@1.1.9 >/dev/null
cat >link.cjs <<'JS'
const axios = require("axios");
const { VietQR } = require("vietqr");
const bank = new VietQR({ clientID: "the id", apiKey: "the key" });
const account = { bank: "970415", accountNumber: "113366668888", amount: "50000", accountName: "Tea & Co", template: "compact" };
for (const memo of ["Order 51", "Order #51", "Order 51?", "2026/0051"]) {
  const address = new URL(bank.genQuickLink({ ...account, memo }));
  const [, , , amount, text, image] = address.pathname.split("/");
  console.log(`${memo}: the service hears ${amount}, "${decodeURIComponent(text.replaceAll("+", " "))}", ${image}, name ${address.searchParams.get("accountName")}`);
}
axios.post = async (address, { apiKey, clientId }) => ({ data: console.log(`createPaymentGateway: apiKey is ${apiKey}, clientId is ${clientId}`) });
bank.createPaymentGateway({ theme_slug: "plain", amount: "50000" });
JS
node link.cjs | tee seen
diff seen - <<'TEXT'
Order 51: the service hears 50000, "Order 51", compact.png, name Tea 
Order #51: the service hears 50000, "Order ", undefined, name null
Order 51?: the service hears 50000, "Order 51", undefined, name null
2026/0051: the service hears 50000, "2026", 0051, name Tea 
createPaymentGateway: apiKey is the id, clientId is the key
TEXT
