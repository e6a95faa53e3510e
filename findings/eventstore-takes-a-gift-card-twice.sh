#!/usr/bin/env bash
# eventstore 1.15.5 (npm, "node-eventstore"). Two checkouts read a gift card of 50 and both take 50 from it. The second commit is no error: both events have the revision 1, and the
# card has -50. This is the store in memory; the index of the one in MongoDB is not unique either (read, not run), while the one in DynamoDB has a condition.
# Safe: a unique index of aggregateId and streamRevision, and a lock for each card.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts eventstore@1.15.5 >/dev/null
cat >shop.cjs <<'JS'
const store = require("eventstore")();
const call = (object, method, ...args) => new Promise((done, fail) => object[method](...args, (error, result) => (error ? fail(error) : done(result))));
const card = () => call(store, "getEventStream", "card");
const value = (stream, before = 0) => stream.events.reduce((sum, { payload }) => sum + payload.amount, before);
const add = async (stream, amount) => {
  stream.addEvent({ amount });
  await call(stream, "commit");
};
(async () => {
  await call(store, "init");
  await add(await card(), 50);
  const checkouts = [await card(), await card()];
  for (const [i, stream] of checkouts.entries()) {
    console.log(`checkout ${i + 1} sees ${value(stream)}`);
    await add(stream, -50).then(() => console.log(`checkout ${i + 1} has taken 50`), ({ message }) => console.log(message));
  }
  const all = await card();
  console.log(`all events: ${value(all)}, revisions ${all.events.map(({ streamRevision }) => streamRevision).join(", ")}`);
})();
JS
node --no-warnings shop.cjs | tee seen
diff seen - <<'TEXT'
checkout 1 sees 50
checkout 1 has taken 50
checkout 2 sees 50
checkout 2 has taken 50
all events: -50, revisions 0, 1, 1
TEXT
