#!/usr/bin/env bash
# Validators that make a number of an amount or a limit that is a text. ensure-type 1.5.1 (npm, with coerce) makes 0 of "1,234.50", "50,10" and "5K", myzod 1.12.1, envalid 8.2.0
# and convict 6.2.5 make 1 of "1,234.50", and schema-inspector 2.1.0 makes 1.234. As an integer, "1e2" is 1 in @sinclair/typebox 0.34.52, convict and schema-inspector.
# typebox's Value.Parse takes 19.99 for the integer 19, also beside a text in a union, and "false" for 0. openapi-request-coercer 12.1.3 rounds down: a refund of
# -19.99 is -20, and an amount that was left empty is 0. None of them has an error.
# Safe: a pattern for the text, such as ^\d+(\.\d{1,2})?$, before the number.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts ensure-type@1.5.1 myzod@1.12.1 envalid@8.2.0 convict@6.2.5 schema-inspector@2.1.0 @sinclair/typebox@0.34.52 openapi-request-coercer@12.1.3 >/dev/null
cat >read.cjs <<'JS'
const { ensureNumber } = require("ensure-type");
const myzod = require("myzod").default;
const { cleanEnv, num } = require("envalid");
const convict = require("convict");
const inspector = require("schema-inspector");
const { Type } = require("@sinclair/typebox");
const { Value } = require("@sinclair/typebox/value");
const OpenAPIRequestCoercer = require("openapi-request-coercer").default;
const sanitized = (type) => (a) => {
  const order = { a };
  inspector.sanitize({ properties: { a: { type } } }, order);
  return order.a;
};
const setting = (format) => (A) => {
  const config = convict({ a: { format, default: 0, env: "A" } }, { env: { A }, args: [] });
  config.validate();
  return config.get("a");
};
const readers = {
  "ensure-type": (text) => ensureNumber(text, { coerce: true }),
  "myzod coerce": (text) => myzod.number().coerce().parse(text),
  "envalid num": (A) => cleanEnv({ A }, { A: num() }, { reporter: ({ errors }) => { if (errors.A) throw errors.A; } }).A,
  "convict nat": setting("nat"),
  "schema-inspector number": sanitized("number"),
  "schema-inspector integer": sanitized("integer"),
  "typebox Integer": (value) => Value.Parse(Type.Integer(), value),
  "typebox Integer or String": (value) => Value.Parse(Type.Union([Type.Integer(), Type.String()]), value),
  "openapi-request-coercer integer": (amount) => {
    const request = { query: { amount } };
    new OpenAPIRequestCoercer({ parameters: [{ in: "query", name: "amount", type: "integer" }] }).coerce(request);
    return request.query.amount;
  },
};
for (const [name, read] of Object.entries(readers)) {
  const seen = ["1,234.50", "50,10", "1e2", "5K", "", "false", 19.99, -19.99].map((value) => {
    try {
      return `${JSON.stringify(value)} ${JSON.stringify(read(value))}`;
    } catch {
      return `${JSON.stringify(value)} an error`;
    }
  });
  console.log(`${name}: ${seen.join("; ")}`);
}
JS
node read.cjs | tee seen
diff seen - <<'TEXT'
ensure-type: "1,234.50" 0; "50,10" 0; "1e2" 100; "5K" 0; "" 0; "false" 0; 19.99 19.99; -19.99 -19.99
myzod coerce: "1,234.50" 1; "50,10" 50; "1e2" 100; "5K" 5; "" an error; "false" an error; 19.99 19.99; -19.99 -19.99
envalid num: "1,234.50" 1; "50,10" 50; "1e2" 100; "5K" 5; "" an error; "false" an error; 19.99 19.99; -19.99 -19.99
convict nat: "1,234.50" 1; "50,10" 50; "1e2" 1; "5K" 5; "" an error; "false" an error; 19.99 an error; -19.99 an error
schema-inspector number: "1,234.50" 1.234; "50,10" 50.1; "1e2" 100; "5K" 5; "" ""; "false" "false"; 19.99 19.99; -19.99 -19.99
schema-inspector integer: "1,234.50" 1; "50,10" 50; "1e2" 1; "5K" 5; "" ""; "false" "false"; 19.99 19; -19.99 -19
typebox Integer: "1,234.50" an error; "50,10" an error; "1e2" 1; "5K" an error; "" an error; "false" 0; 19.99 19; -19.99 -19
typebox Integer or String: "1,234.50" "1,234.50"; "50,10" "50,10"; "1e2" "1e2"; "5K" "5K"; "" ""; "false" "false"; 19.99 19; -19.99 -19
openapi-request-coercer integer: "1,234.50" "1,234.50"; "50,10" "50,10"; "1e2" 100; "5K" "5K"; "" 0; "false" "false"; 19.99 19; -19.99 -20
TEXT
