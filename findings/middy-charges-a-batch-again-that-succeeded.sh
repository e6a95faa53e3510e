#!/usr/bin/env bash
# @middy/sqs-partial-batch-failure 6.4.5 (npm) tells a queue (SQS) which messages failed, by the results of Promise.allSettled. A handler that returns Promise.all of the same work, or nothing, succeeds, and yet
# each of its messages is told as failed, without an error: all are charged again, until the queue puts them aside as dead. With allSettled in a FIFO queue the message after a failed one of the same order
# is done: a refund before its payment.
# Safe: return Promise.allSettled, and test the answer of the whole handler; in a FIFO queue stop at the first failure of an order.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @middy/core@6.4.5 @middy/sqs-partial-batch-failure@6.4.5 >/dev/null
cat >shop.mjs <<'JS'
import middy from "@middy/core";
import partialBatchFailure from "@middy/sqs-partial-batch-failure";

const Records = ["A-1 paid", "A-2 paid", "A-2 refunded"].map((body, at) => ({ messageId: `m${at + 1}`, body, attributes: { MessageGroupId: body.slice(0, 3) } }));
let done;
const charge = async ({ body }) => {
  done.push(body);
  return "done";
};
const chargeButA2 = async (record) => {
  if (record.body === "A-2 paid") throw new Error("the database is away");
  return charge(record);
};
const handlers = {
  allSettled: async ({ Records }) => Promise.allSettled(Records.map(charge)),
  all: async ({ Records }) => Promise.all(Records.map(charge)),
  "no return value": async ({ Records }) => {
    await Promise.allSettled(Records.map(charge));
  },
  "allSettled, one fails": async ({ Records }) => Promise.allSettled(Records.map(chargeButA2)),
};
for (const [name, handler] of Object.entries(handlers)) {
  done = [];
  const lambda = middy(handler).use(partialBatchFailure({ logger: false }));
  const { batchItemFailures } = await lambda({ Records }, { getRemainingTimeInMillis: () => 3000 });
  console.log(`${name}: done ${done.join(", ")}; again ${batchItemFailures.map(({ itemIdentifier }) => itemIdentifier).join(", ") || "none"}`);
}
JS
node shop.mjs | tee seen
diff seen - <<'TEXT'
allSettled: done A-1 paid, A-2 paid, A-2 refunded; again none
all: done A-1 paid, A-2 paid, A-2 refunded; again m1, m2, m3
no return value: done A-1 paid, A-2 paid, A-2 refunded; again m1, m2, m3
allSettled, one fails: done A-1 paid, A-2 refunded; again m2
TEXT
