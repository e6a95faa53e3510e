#!/usr/bin/env bash
# mpesa-api 3.0.2 (npm), M-Pesa of Kenya. Reversals, which are its refunds, and payouts need the initiator's password, encrypted with Safaricom's certificate. In production the package takes the
# certificate of the sandbox, so each of them is refused, while sales go well. It reads the certificate in the background: a reversal right after the start has no
# SecurityCredential at all.
# Safe: securityCredential, encrypted by yourself, or certificatePath and a moment's wait after the start.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts mpesa-api@3.0.2 >/dev/null
cat >shop.cjs <<'JS'
const fs = require("node:fs");
const path = require("node:path");
const read = [];
const readFile = fs.promises.readFile;
fs.promises.readFile = (file, ...more) => {
  read.push(path.basename(file));
  return readFile(file, ...more);
};
const { Mpesa } = require("mpesa-api");
(async () => {
  for (const environment of ["sandbox", "production"]) {
    const shop = new Mpesa({ clientKey: "k", clientSecret: "s", initiatorPassword: "p" }, environment);
    let sent;
    shop.http.get = async () => ({ data: { access_token: "t" } });
    shop.http.post = async (_, body) => ({ data: (sent = body) });
    const reverse = async () => {
      await shop.reversal({ Initiator: "shop", TransactionID: "A1", Amount: 30, ReceiverParty: "600000" });
      return `a credential is ${sent.SecurityCredential ? "sent" : "missing"}`;
    };
    const atOnce = await reverse();
    while (!shop.securityCredential) await new Promise(setImmediate);
    console.log(`${environment}: ${read.pop()}; reversal at once: ${atOnce}; later: ${await reverse()}`);
  }
})();
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
sandbox: sandbox-cert.cer; reversal at once: a credential is missing; later: a credential is sent
production: sandbox-cert.cer; reversal at once: a credential is missing; later: a credential is sent
TEXT
