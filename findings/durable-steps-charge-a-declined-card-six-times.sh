#!/usr/bin/env bash
# @aws/durable-execution-sdk-js 2.4.0 (npm, Lambda's durable functions): a step without a retryStrategy that throws is run six times. A charge whose answer is lost is
# made six times, and a card that the bank declined is tried six times. AtMostOncePerRetry changes nothing: it counts for each of the six. @rivetkit/workflow-engine
# 2.3.19 runs it four times.
# Safe: retryStrategy: () => ({ shouldRetry: false }) (maxRetries: 0 of rivetkit) on each step that moves money, then a step that queries the merchantReference.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @aws/durable-execution-sdk-js@2.4.0 @aws/durable-execution-sdk-js-testing@1.1.4 @rivetkit/workflow-engine@2.3.19 >/dev/null 2>&1
cat >shop.mjs <<'JS'
import { StepSemantics, withDurableExecution } from "@aws/durable-execution-sdk-js";
import { LocalDurableTestRunner } from "@aws/durable-execution-sdk-js-testing";
import { InMemoryDriver, runWorkflow } from "@rivetkit/workflow-engine/testing";
let charges = 0;
const lost = async () => {
  charges++;
  throw new Error("socket hang up");
};
const declined = async () => {
  charges++;
  throw Object.assign(new Error("do not honor"), { status: 402 });
};
const lambda = (charge, options) => new LocalDurableTestRunner({ handlerFunction: withDurableExecution((_, context) => context.step("charge", charge, options)) }).run();
const rivet = async (charge, options) => runWorkflow("sale", (context) => context.step({ name: "charge", run: charge, ...options }), {}, new InMemoryDriver(), { mode: "live" }).result.catch(() => {});
await LocalDurableTestRunner.setupTestEnvironment({ skipTime: true });
for (const [name, run] of Object.entries({
  "aws, lost": () => lambda(lost),
  "aws, declined": () => lambda(declined),
  "aws, lost, at most once": () => lambda(lost, { semantics: StepSemantics.AtMostOncePerRetry }),
  "aws, lost, no retry": () => lambda(lost, { retryStrategy: () => ({ shouldRetry: false }) }),
  "rivetkit, lost": () => rivet(lost),
  "rivetkit, lost, maxRetries 0": () => rivet(lost, { maxRetries: 0 }),
})) {
  charges = 0;
  await run();
  console.log(`${name}: charged ${charges}`);
}
process.exit();
JS
node --no-warnings shop.mjs | tee seen
diff seen - <<'TEXT'
aws, lost: charged 6
aws, declined: charged 6
aws, lost, at most once: charged 6
aws, lost, no retry: charged 1
rivetkit, lost: charged 4
rivetkit, lost, maxRetries 0: charged 1
TEXT
