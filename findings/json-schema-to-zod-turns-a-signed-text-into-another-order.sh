#!/usr/bin/env bash
# json-schema-to-zod 2.8.1 (npm): a text that a JSON Schema describes by contentMediaType: application/json becomes an object when it is parsed, though both keywords only describe. So the text that was signed is gone: 50.00 is 50,
# members that the contentSchema doesn't name are left out, and the signature no longer fits. openapi-mcp-generator 4.0.1 checks each tool's arguments by it, so an agent's signed call leaves as an object.
# ajv 8 keeps the text.
# Safe: checking such a text, and sending the argument as it came; removing contentMediaType before the conversion.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts json-schema-to-zod@2.8.1 zod@4.1.12 ajv@8.17.1 >/dev/null 2>&1
cat >shop.mjs <<'JS'
import { Ajv } from "ajv";
import { createHmac } from "node:crypto";
import { jsonSchemaToZod } from "json-schema-to-zod";
import { z } from "zod";
const contentSchema = { type: "object", properties: { orderId: { type: "integer" }, amount: { type: "number" } } };
const schema = { type: "object", properties: { request: { type: "string", contentMediaType: "application/json", contentSchema }, signature: { type: "string" } } };
const sign = (text) => createHmac("sha256", "key").update(text).digest("base64");
const request = '{"orderId": 51, "amount": 50.00, "currency": "HKD"}';
const call = { request, signature: sign(request) };
const byZod = new Function("z", `return ${jsonSchemaToZod(schema)}`)(z).parse(structuredClone(call));
const show = (name, sent) => {
  const text = typeof sent.request === "string" ? sent.request : JSON.stringify(sent.request);
  console.log(`${name}: ${typeof sent.request} ${text}, ${sign(text) === sent.signature ? "signed" : "not what was signed"}`);
};
show("json-schema-to-zod", byZod);
const forAjv = structuredClone(call);
console.log(`ajv takes it: ${new Ajv({ strict: false }).validate(schema, forAjv)}`);
show("ajv", forAjv);
JS
node --no-warnings shop.mjs | tee seen
diff seen - <<'TEXT'
json-schema-to-zod: object {"orderId":51,"amount":50}, not what was signed
ajv takes it: true
ajv: string {"orderId": 51, "amount": 50.00, "currency": "HKD"}, signed
TEXT
