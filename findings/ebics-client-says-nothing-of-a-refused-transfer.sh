#!/usr/bin/env bash
# ebics-client 5.0.0 (npm) sends a file of transfers or direct debits to a bank by EBICS. send() resolves with the ids of the transaction, whatever the bank
# answered: for an upload it never reads a return code, and for a download it gives the caller two of them. A run of refunds that
# the bank refused, as one that it knows already or of a user who may not send it, looks like one that was sent. The bank is a stand-in.
# Safe: fetch the bank's protocol (HAC) after each file, and look for the file in it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts ebics-client@5.0.0 >/dev/null
cat >shop.cjs <<'JS'
const { generateKeyPairSync } = require("node:crypto");
const { createServer } = require("node:http");
const { Client, Orders } = require("ebics-client");
let refusal;
const service = createServer((request, response) => {
  request.resume().on("end", () => {
    const [code, text] = refusal;
    console.log("   the bank answers:", code, text);
    response.end(`<?xml version="1.0"?><ebicsResponse xmlns="urn:org:ebics:H004"><header><static><TransactionID>T1</TransactionID></static>
      <mutable><OrderID>N001</OrderID><ReturnCode>${code}</ReturnCode><ReportText>${text}</ReportText></mutable></header>
      <body><ReturnCode>${code}</ReturnCode></body></ebicsResponse>`);
  });
});
const { n, e } = generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey.export({ format: "jwk" });
const key = { mod: Buffer.from(n, "base64url"), exp: Buffer.from(e, "base64url") };
let kept = null;
service.listen(0, async () => {
  const keyStorage = { read: async () => kept, write: async (keys) => { kept = keys; } };
  const url = `http://localhost:${service.address().port}/`;
  const client = new Client({ url, partnerId: "P", userId: "U", hostId: "H", passphrase: "secret", keyStorage });
  await client._generateKeys();
  await client.setBankKeys({ bankX002: key, bankE002: key });
  const file = '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.03"><EndToEndId>A-1</EndToEndId></Document>';
  for (const told of [["091115", "EBICS_ORDERID_ALREADY_EXISTS"], ["090003", "EBICS_AUTHORISATION_ORDER_TYPE_FAILED"]]) {
    refusal = told;
    console.log("a file of transfers is sent:");
    console.log("   the shop is told:", await client.send(Orders.CCT(file)));
  }
  service.closeAllConnections();
  service.close();
});
JS
node shop.cjs 2>/dev/null | tee seen
diff seen - <<'TEXT'
a file of transfers is sent:
   the bank answers: 091115 EBICS_ORDERID_ALREADY_EXISTS
   the bank answers: 091115 EBICS_ORDERID_ALREADY_EXISTS
   the shop is told: [ 'T1', 'N001' ]
a file of transfers is sent:
   the bank answers: 090003 EBICS_AUTHORISATION_ORDER_TYPE_FAILED
   the bank answers: 090003 EBICS_AUTHORISATION_ORDER_TYPE_FAILED
   the shop is told: [ 'T1', 'N001' ]
TEXT
