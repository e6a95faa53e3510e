#!/usr/bin/env bash
# @kubb/plugin-client 4.39.3 with @kubb/plugin-zod (npm), parser: "zod": an answer that is { anyOf: [<an order>, { $ref: Refusal }] } becomes z.union([refusal, order]), as members with a name are moved before those without. zod takes the first that
# fits and drops members that it doesn't know. So an order that was made arrives as { code, message }: no id, no link to the payment page, and no error. In the same file, a client: "fetch" sends no Content-Type, so fetch says text/plain.
# Safe: a pattern or a const in the refusal that no success fits; a $ref for the success, too; headers of one's own.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true,"type":"module"}' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts @kubb/cli@4.39.3 @kubb/core@4.39.3 @kubb/plugin-oas@4.39.3 @kubb/plugin-ts@4.39.3 @kubb/plugin-client@4.39.3 @kubb/plugin-zod@4.39.3 zod@4.1.12 >/dev/null 2>&1
cat >document.mjs <<'JS'
import { writeFileSync } from "node:fs";
const type = "string";
const members = { code: { type }, message: { type } };
const order = { type: "object", properties: { ...members, id: { type: "integer" }, checkoutUrl: { type } }, required: ["code", "message", "id", "checkoutUrl"], additionalProperties: false };
const refusal = (code) => ({ type: "object", properties: { ...members, code }, required: ["code", "message"], additionalProperties: false });
const post = (operationId, name) => ({
  post: {
    operationId,
    requestBody: { required: true, content: { "application/json": { schema: { type: "object", properties: { reference: { type } } } } } },
    responses: { 200: { description: "an order or a refusal", content: { "application/json": { schema: { anyOf: [order, { $ref: `#/components/schemas/${name}` }] } } } } },
  },
});
const schemas = { Refusal: refusal({ type }), OtherRefusal: refusal({ type, pattern: "[^0]" }) };
writeFileSync("api.json", JSON.stringify({ openapi: "3.1.0", info: { title: "pay", version: "1" }, paths: { "/create": post("create", "Refusal"), "/make": post("make", "OtherRefusal") }, components: { schemas } }));
JS
node document.mjs
cat >kubb.config.mjs <<'JS'
import { defineConfig } from "@kubb/core";
import { pluginClient } from "@kubb/plugin-client";
import { pluginOas } from "@kubb/plugin-oas";
import { pluginTs } from "@kubb/plugin-ts";
import { pluginZod } from "@kubb/plugin-zod";
export default defineConfig({ root: ".", input: { path: "./api.json" }, output: { path: "./made", format: false, lint: false }, plugins: [pluginOas({ validate: false }), pluginTs(), pluginZod(), pluginClient({ client: "fetch", parser: "zod", baseURL: "http://pay" })] });
JS
npx kubb generate --config kubb.config.mjs >log 2>&1 || { cat log; exit 1; }
cat >shop.ts <<'JS'
import { create } from "./made/clients/create.ts";
import { make } from "./made/clients/make.ts";
globalThis.fetch = (async (address: string, options: RequestInit) => {
  console.log(`sent as ${new Request(address, options).headers.get("content-type")}`);
  return Response.json({ code: "0000", message: "Success", id: 51, checkoutUrl: "http://pay/51" });
}) as typeof fetch;
console.log(`a refusal of any code: ${JSON.stringify(await create({ reference: "A-1" }))}`);
console.log(`a refusal with a pattern: ${JSON.stringify(await make({ reference: "A-1" }))}`);
JS
node --no-warnings --experimental-strip-types shop.ts | tee seen
diff seen - <<'TEXT'
sent as text/plain;charset=UTF-8
a refusal of any code: {"code":"0000","message":"Success"}
sent as text/plain;charset=UTF-8
a refusal with a pattern: {"code":"0000","message":"Success","id":51,"checkoutUrl":"http://pay/51"}
TEXT
