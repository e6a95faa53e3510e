#!/usr/bin/env bash
# amazon-gc 1.0.5 (npm), gift cards of Amazon for shops that give them out. Amazon answers a request that it had before, under the same creationRequestId, with the same card. The package makes a new id at random for each call, takes none
# from the shop, and tells it with the card alone: after a lost answer nobody knows the id of the card that was bought, it can't be asked for nor cancelled, and the next try buys another one. The error is the
# network's, as a text.
# Safe: a client that takes the id, made from the order's reference.
# Amazon is a stand-in that keeps its cards by their ids and loses the first answer.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts amazon-gc@1.0.5 >/dev/null 2>&1
cat >shop.cjs <<'JS'
const { createGiftCard } = require("amazon-gc");
const axios = require(require.resolve("axios", { paths: [require.resolve("amazon-gc")] }));
const cards = new Map();
let lost = 1;
axios.defaults.adapter = async (config) => {
  const { creationRequestId, value } = JSON.parse(config.data);
  if (!cards.has(creationRequestId)) cards.set(creationRequestId, { ...value, gcId: `G-${cards.size + 1}` });
  if (lost-- > 0) throw new Error("socket hang up");
  return { status: 200, statusText: "OK", headers: {}, config, data: { creationRequestId, ...cards.get(creationRequestId) } };
};
console.log = ((told) => (text) => typeof text === "string" && told(text))(console.log);
const request = { amount: 50, currencyCode: "USD", partnerId: "Shop1", accessKey: "a", secretKey: "s", environment: "sandbox", endpoint: "NA", creationRequestId: "Shop1A1" };
(async () => {
  for (let time = 1; time <= 2; time++) {
    const told = await createGiftCard(request).then(({ gcId, creationRequestId }) => `card ${gcId}, under ${creationRequestId === request.creationRequestId ? "the shop's id" : "another id than the shop's"}`, ({ message }) => message);
    console.log(`try ${time} for the order A-1: ${told}; bought so far: ${[...cards.values()].map(({ gcId, amount }) => `${gcId} of ${amount}`).join(", ")}`);
  }
})();
JS
node --no-deprecation shop.cjs | tee seen
diff seen - <<'TEXT'
try 1 for the order A-1: Error: socket hang up; bought so far: G-1 of 50
try 2 for the order A-1: card G-2, under another id than the shop's; bought so far: G-1 of 50, G-2 of 50
TEXT
