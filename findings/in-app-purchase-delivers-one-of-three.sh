#!/usr/bin/env bash
# in-app-purchase 1.11.4 (npm), with a public key of Google Play. A shopper who buys three pieces at once, as Google Play allows, has a quantity of 1: the package writes it itself, over the one that was signed. A purchase that is
# still pending (4 in what the phone signs), such as one to be paid in a shop within days, is validated like one that is paid.
# Safe: quantity and purchaseState of the signed data, or Google's own server.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts in-app-purchase@1.11.4 >/dev/null
cat >shop.cjs <<'JS'
const { createSign, generateKeyPairSync } = require("node:crypto");
const iap = require("in-app-purchase");
const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const key = publicKey.export({ type: "spki", format: "der" }).toString("base64");
(async () => {
  iap.config({ googlePublicKeyStrLive: key, googlePublicKeyStrSandBox: key });
  await iap.setup();
  for (const [title, more] of [["three pieces", { purchaseState: 0, quantity: 3 }], ["pending", { purchaseState: 4, quantity: 1 }]]) {
    const data = JSON.stringify({ orderId: "GPA.1", packageName: "com.example.shop", productId: "coins", purchaseTime: 1764410000000, purchaseToken: "t", ...more });
    const signature = createSign("RSA-SHA1").update(data).sign(privateKey, "base64");
    const receipt = await iap.validate({ data, signature });
    const [bought] = iap.getPurchaseData(receipt, { ignoreCanceled: true, ignoreExpired: true });
    console.log(`${title}: validated ${iap.isValidated(receipt)}, quantity ${bought.quantity}, purchaseState ${bought.purchaseState}`);
  }
})();
JS
node --no-deprecation shop.cjs | tee seen
diff seen - <<'TEXT'
three pieces: validated true, quantity 1, purchaseState 0
pending: validated true, quantity 1, purchaseState 4
TEXT
