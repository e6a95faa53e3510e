#!/usr/bin/env bash
# workflow-es 2.3.5 (npm): a workflow that charges and then says waitFor("paid", order) takes only events of after it began to wait. A notification that comes while
# the step that charges still runs, as with a fast payment service or a slow answer, is kept among the events, and the workflow waits for another one
# for ever: the order is paid and never shipped. There is no error and no time limit.
# Safe: give waitFor a third argument, a date from before the charge; and query the orders that wait.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts workflow-es@2.3.5 reflect-metadata@0.1.14 >/dev/null
cat >sales.cjs <<'JS'
require("reflect-metadata");
const { configureWorkflow, StepBody, ExecutionResult } = require("workflow-es");
const host = configureWorkflow().getHost();
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const notified = (order) => host.publishEvent("paid", order, { order }, new Date());
const start = new Date();
class Charge extends StepBody {
  async run() {
    if (this.fast) await notified(this.order);
    await pause(20);
    return ExecutionResult.next();
  }
}
class Ship extends StepBody {
  async run() {
    console.log(`${this.order} shipped`);
    return ExecutionResult.next();
  }
}
const inputs = (step, data) => Object.assign(step, data);
const sale = (id, since) =>
  class {
    constructor() {
      Object.assign(this, { id, version: 1 });
    }
    build(builder) {
      builder.startWith(Charge).input(inputs).waitFor("paid", (data) => data.order, since).then(Ship).input(inputs);
    }
  };
(async () => {
  host.registerWorkflow(sale("sale"));
  host.registerWorkflow(sale("safe", () => start));
  await host.start();
  await host.startWorkflow("sale", 1, { order: "A-1, notified after its charge,", fast: false });
  await host.startWorkflow("sale", 1, { order: "A-2, notified during its charge,", fast: true });
  await pause(1500);
  await notified("A-1, notified after its charge,");
  await pause(2000);
  await host.startWorkflow("safe", 1, { order: "A-3, notified during its charge, with a date,", fast: true });
  await pause(12000);
  process.exit();
})();
JS
node sales.cjs | tee seen
diff seen - <<'TEXT'
A-1, notified after its charge, shipped
A-3, notified during its charge, with a date, shipped
TEXT
