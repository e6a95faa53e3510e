#!/usr/bin/env bash
# paystack-sdk 4.2.1 (npm), Paystack of Nigeria. charge.checkPending asks for /charge/submit_address, whatever the reference, so that a charge that waits for the bank is never seen to end; Paystack answers
# at /charge/{reference}. customer.deactivateAutorization sends authorizaion_code, a name that Paystack doesn't know: the card that a shopper wanted forgotten stays
# chargeable. The method's name is misspelt as well.
# Safe: transaction.verify(reference), and a call of your own that deactivates a card.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts paystack-sdk@4.2.1 >/dev/null
cat >shop.cjs <<'JS'
const Paystack = require("paystack-sdk");
globalThis.fetch = async (url, { method, body }) => {
  const { pathname, search } = new URL(url);
  console.log([method, pathname + search, body].filter(Boolean).join(" "));
  return Response.json({ status: true });
};
(async () => {
  const shop = new Paystack("k");
  await shop.charge.checkPending("A-1");
  await shop.transaction.verify("A-1");
  const { customer } = shop;
  const name = Object.getOwnPropertyNames(Object.getPrototypeOf(customer)).find((each) => each.startsWith("deactivate"));
  await customer[name]("AUTH_1");
})();
JS
node --no-deprecation shop.cjs | tee seen
diff seen - <<'TEXT'
GET /charge/submit_address?reference=A-1
GET /transaction/verify/A-1
POST /customer/deactivate_authorization {"authorizaion_code":"AUTH_1"}
TEXT
