#!/usr/bin/env bash
# @aws-lambda-powertools/idempotency 2.35.0 (npm). The key is chosen by a JMESPath. If it names two members and one of them is misspelt or missing, the key is made
# of the other: the second order of the same customer is taken for the first, isn't charged, and gets the first one's answer. If the only member is missing,
# each delivery is charged, with a warning in the log. throwOnNoIdempotencyKey stops only that.
# Safe: one member that is always there, the merchantReference, and a test with two orders of one customer.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @aws-lambda-powertools/idempotency@2.35.0 @aws-lambda-powertools/jmespath@2.35.0 >/dev/null
cat >charge.cjs <<'JS'
const { makeIdempotent, IdempotencyConfig, IdempotencyItemAlreadyExistsError } = require("@aws-lambda-powertools/idempotency");
const { BasePersistenceLayer } = require("@aws-lambda-powertools/idempotency/persistence");
class Memory extends BasePersistenceLayer {
  records = new Map();
  async _getRecord(key) {
    return this.records.get(key);
  }
  async _putRecord(record) {
    const known = this.records.get(record.idempotencyKey);
    if (known) throw new IdempotencyItemAlreadyExistsError("known", known);
    this.records.set(record.idempotencyKey, record);
  }
  async _updateRecord(record) {
    this.records.set(record.idempotencyKey, record);
  }
  async _deleteRecord(record) {
    this.records.delete(record.idempotencyKey);
  }
}
const orders = [{ user: "user1", reference: "A-1" }, { user: "user1", reference: "A-2" }, { user: "user1", reference: "A-2" }];
const run = async (eventKeyJmesPath, throwOnNoIdempotencyKey) => {
  const charged = [];
  const config = new IdempotencyConfig({ eventKeyJmesPath, throwOnNoIdempotencyKey });
  const charge = makeIdempotent(
    async ({ reference }) => {
      charged.push(reference);
      return reference;
    },
    { persistenceStore: new Memory(), config },
  );
  const answers = [];
  for (const order of orders) answers.push(await charge(order, { getRemainingTimeInMillis: () => 1000 }).catch(() => "an error"));
  console.log(eventKeyJmesPath, throwOnNoIdempotencyKey, "charged", charged.join() || "none", "answers", answers.join());
};
(async () => {
  await run("[user, reference]", true);
  await run("[user, refrence]", true);
  await run("refrence", true);
  await run("refrence", false);
})();
JS
AWS_LAMBDA_FUNCTION_NAME=charge node charge.cjs 2>/dev/null | tee seen
diff seen - <<'TEXT'
[user, reference] true charged A-1,A-2 answers A-1,A-2,A-2
[user, refrence] true charged A-1 answers A-1,A-1,A-1
refrence true charged none answers an error,an error,an error
refrence false charged A-1,A-2,A-2 answers A-1,A-2,A-2
TEXT
