#!/usr/bin/env bash
# google-play-billing-validator 2.1.3 (npm): isSuccessful says that Google answered, not that anybody paid. A purchase that is pending or was
# cancelled, and a subscription that ended years ago, are successful. And a purchase as Google's own library hands it over, which holds a
# developerPayload (mostly empty), is not looked up but acknowledged, so the answer has no purchaseState at all.
# Safe: purchaseState 0 and a time beyond now in the payload, and only the three members packageName, productId, purchaseToken. Calls no network.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts google-play-billing-validator@2.1.3 nock@13.5.6 >/dev/null
cat >verify.cjs <<'JS'
const { generateKeyPairSync } = require("node:crypto");
const nock = require("nock");
const Verifier = require("google-play-billing-validator");
nock.disableNetConnect();
nock("https://accounts.google.com").post("/o/oauth2/token").reply(200, { access_token: "token", expires_in: 3600 });
const api = nock("https://www.googleapis.com").persist();
const path = (kind, token) => `/androidpublisher/v3/applications/shop.app/purchases/${kind}/shoes/tokens/${token}`;
api.get(path("products", "pending")).reply(200, { purchaseState: 2 });
api.get(path("products", "cancelled")).reply(200, { purchaseState: 1 });
api.get(path("subscriptions", "ended")).reply(200, { expiryTimeMillis: "1577836800000", paymentState: 0 });
api.post(`${path("products", "cancelled")}:acknowledge`).reply(204);
const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const verifier = new Verifier({ email: "shop@example.com", key: privateKey.export({ type: "pkcs8", format: "pem" }) });
const receipt = (purchaseToken, more) => ({ packageName: "shop.app", productId: "shoes", purchaseToken, ...more });
(async () => {
  const show = (name, answer) => console.log(name, answer.isSuccessful, JSON.stringify(answer.payload));
  show("pending:          ", await verifier.verifyINAPP(receipt("pending")));
  show("cancelled:        ", await verifier.verifyINAPP(receipt("cancelled")));
  show("cancelled, whole: ", await verifier.verifyINAPP(receipt("cancelled", { developerPayload: "" })));
  show("ended in 2020:    ", await verifier.verifySub(receipt("ended")));
})();
JS
node --no-deprecation verify.cjs | tee seen
diff seen - <<'TEXT'
pending:           true {"purchaseState":2}
cancelled:         true {"purchaseState":1}
cancelled, whole:  true {"code":204,"message":"Acknowledged Purchase Successfully"}
ended in 2020:     true {"expiryTimeMillis":"1577836800000","paymentState":0}
TEXT
