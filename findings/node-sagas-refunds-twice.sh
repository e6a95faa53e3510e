#!/usr/bin/env bash
# node-sagas 0.0.6 (npm): a saga that is built once and executed for each order keeps what it did for the orders before. After the first order was
# shipped, the second, which cannot be shipped, is refunded twice, the third three times, and the fourth is refunded though its sale never
# began. It also undoes the step that failed itself. The error is the usual SagaExecutionFailed. Safe: build a saga for each order.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts node-sagas@0.0.6 >/dev/null
cat >shop.cjs <<'JS'
const { SagaBuilder } = require("node-sagas");
let done;
const act = (name, failsFor) => (order) => {
  done.push(name);
  if (failsFor?.includes(order.reference)) throw new Error(`no ${name}`);
};
const saga = new SagaBuilder()
  .step("reserve").invoke(act("reserve", ["A-4"])).withCompensation(act("release"))
  .step("sale").invoke(act("sale")).withCompensation(act("refund"))
  .step("ship").invoke(act("ship", ["A-2", "A-3"]))
  .build();
(async () => {
  for (const reference of ["A-1", "A-2", "A-3", "A-4"]) {
    done = [];
    const told = await saga.execute({ reference }).then(() => "shipped", (error) => error.constructor.name);
    console.log(`${reference}: ${done.join(", ")}: ${told}`);
  }
})();
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
A-1: reserve, sale, ship: shipped
A-2: reserve, sale, ship, refund, release, refund, release: SagaExecutionFailed
A-3: reserve, sale, ship, refund, release, release, refund, release, refund: SagaExecutionFailed
A-4: reserve, release, refund, release, refund, release, release, refund: SagaExecutionFailed
TEXT
