#!/usr/bin/env bash
# evtstore 12.0.1 (npm), event sourcing, with its provider in memory, which tests use. With persistAggregate, a card or an order is what the last event of the whole stream says, whoever it was about: G-1
# with 100 and G-2 with 5 are one card of 105, and who has 5 pays 60. Without it, two payments at once both see the card before the other, and both are stored as version 2 of it: 120 paid of
# 100, no VersionError. So a test of such a shop fails for no fault of the shop, or passes while the shop doesn't guard its versions. The providers for databases ask for the one card, and leave
# the versions to an index of the table.
# Safe: test with the knex provider on SQLite, and its migrated tables.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps evtstore@12.0.1 >/dev/null
cat >shop.cjs <<'JS'
const { createAggregate, createCommands, createDomain } = require("evtstore");
const { createProvider } = require("evtstore/provider/memory");
const shop = (options) => {
  const card = createAggregate({
    stream: "cards",
    create: () => ({ balance: 0 }),
    fold: ({ type, amount }, { balance }) => ({ balance: type === "filled" ? balance + amount : balance - amount }),
    ...options,
  });
  const { domain } = createDomain({ provider: createProvider() }, { card });
  return createCommands(domain.card, {
    fill: async ({ amount }) => ({ type: "filled", amount }),
    pay: async ({ amount }, { balance }) => {
      if (balance < amount) throw new Error(`only ${balance} left`);
      return { type: "paid", amount };
    },
  });
};
const told = (promise) => promise.then(({ balance, version }) => `paid, ${balance} left, version ${version}`, ({ message }) => `refused, ${message}`);
(async () => {
  for (const options of [{}, { version: "1", persistAggregate: true }]) {
    const cards = shop(options);
    await cards.fill("G-1", { amount: 100 });
    await cards.fill("G-2", { amount: 5 });
    console.log(`${options.persistAggregate ? "persisted" : "folded"}: 60 from G-2, which has 5: ${await told(cards.pay("G-2", { amount: 60 }))}`);
  }
  const cards = shop({});
  await cards.fill("G-1", { amount: 100 });
  const both = [1, 2].map(() => told(cards.pay("G-1", { amount: 60 })));
  for (const one of both) console.log(`60 twice at once from G-1, which has 100: ${await one}`);
  console.log(`then 1: ${await told(cards.pay("G-1", { amount: 1 }))}`);
})();
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
folded: 60 from G-2, which has 5: refused, only 5 left
persisted: 60 from G-2, which has 5: paid, 45 left, version 3
60 twice at once from G-1, which has 100: paid, 40 left, version 2
60 twice at once from G-1, which has 100: paid, 40 left, version 2
then 1: refused, only -20 left
TEXT
