#!/usr/bin/env bash
# @supabase/stripe-sync-engine 0.48.5 (npm). A webhook's object is written if its event is newer than the row, and Stripe tells an event's time in whole seconds. A card that is charged in one call makes created and succeeded in the same second: if
# created comes first, succeeded is dropped without a word, and the payment is requires_confirmation in the shop's database for ever. A charge that is refunded, or an invoice that is paid, within the second of its first
# event stays as it was.
# Safe: revalidateObjectsViaStripeApi with payment_intent, charge, invoice and all others that you read, so that the first event is looked up again.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps @supabase/stripe-sync-engine@0.48.5 stripe@18 pg@8.16.3 yesql@7.0.0 @electric-sql/pglite@0.3.14 >/dev/null
cat >shop.cjs <<'JS'
const { PGlite } = require("@electric-sql/pglite");
const { StripeSync } = require("@supabase/stripe-sync-engine");
(async () => {
  const database = new PGlite();
  await database.exec('create schema "stripe"');
  let isMade = false;
  const start = (more = {}) => {
    const sync = new StripeSync({ databaseUrl: "postgres://localhost/none", stripeSecretKey: "sk_test_1", stripeWebhookSecret: "whsec_1", ...more });
    // PostgreSQL in this process, with the one table whose columns the statement names.
    sync.postgresClient.pool = {
      query: async (text, values) => {
        const [, columns] = text.match(/\(\s*("[^)]*)\)/);
        if (!isMade) await database.exec(`create table stripe.payment_intents (${columns.split(",").map((column) => `${column} ${column.includes("last_synced_at") ? "timestamptz" : "text"}${column.trim() === '"id"' ? " primary key" : ""}`)})`);
        isMade = true;
        return database.query(text, values.map((value) => (value === null || typeof value === "string" ? value : JSON.stringify(value))));
      },
    };
    return sync;
  };
  const intent = async (id, ...events) => {
    const sync = start();
    for (const [type, status, created] of events) {
      const payload = JSON.stringify({ id: `evt_${type}`, object: "event", created, type: `payment_intent.${type}`, data: { object: { id, object: "payment_intent", status, amount: 1999 } } });
      await sync.processWebhook(payload, sync.stripe.webhooks.generateTestHeaderString({ payload, secret: "whsec_1" }));
    }
    const { rows } = await database.query("select status from stripe.payment_intents where id = $1", [id]);
    console.log(`${events.map(([type, , created]) => `${type} at ${created}`).join(", then ")}: ${rows[0].status}`);
  };
  await intent("pi_1", ["created", "requires_confirmation", 1764410000], ["succeeded", "succeeded", 1764410001]);
  await intent("pi_2", ["created", "requires_confirmation", 1764410000], ["succeeded", "succeeded", 1764410000]);
  process.exit();
})();
JS
node --no-deprecation shop.cjs | tee seen
diff seen - <<'TEXT'
created at 1764410000, then succeeded at 1764410001: succeeded
created at 1764410000, then succeeded at 1764410000: requires_confirmation
TEXT
