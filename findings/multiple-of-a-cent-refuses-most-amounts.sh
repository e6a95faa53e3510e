#!/usr/bin/env bash
# A schema that says multipleOf: 0.01, for "at most two decimals". valibot 1.5.0 and @sinclair/typebox 0.34.52 (npm) take the remainder of a
# division of doubles, and refuse 999,979 of the 999,999 amounts from 0.01 to 9999.99, 19.99 and 50.00 among them. Ajv 8.20.0, tv4 1.3.0 and djv 2.1.4
# ask whether the quotient is whole, and refuse 157,274; z-schema 6.0.2 refuses 131,256. zod, joi, jsonschema and is-my-json-valid refuse none.
# A shop that checks the service's answer so takes a payment that went through for a failure.
# Safe: a text and a pattern, whole cents, or multipleOfPrecision: 6 in Ajv.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts valibot@1.5.0 @sinclair/typebox@0.34.52 ajv@8.20.0 tv4@1.3.0 djv@2.1.4 z-schema@6.0.2 \
  zod@4.6.7 joi@18.3.2 jsonschema@1.5.0 is-my-json-valid@2.20.6 >/dev/null
cat >amounts.cjs <<'JS'
const valibot = require("valibot");
const { Type } = require("@sinclair/typebox");
const { TypeCompiler } = require("@sinclair/typebox/compiler");
const Ajv = require("ajv").default;
const tv4 = require("tv4");
const ZSchema = require("z-schema");
const joi = require("joi");
const schema = { type: "number", multipleOf: 0.01 };
const ofValibot = valibot.pipe(valibot.number(), valibot.multipleOf(0.01));
const ofTypebox = TypeCompiler.Compile(Type.Number({ multipleOf: 0.01 }));
const ofDjv = new (require("djv"))();
ofDjv.addSchema("amount", schema);
const zSchema = ZSchema.create ? ZSchema.create() : new (ZSchema.default ?? ZSchema)();
const ofZod = require("zod").z.number().multipleOf(0.01);
const ofJoi = joi.number().multiple(0.01);
const ofJsonschema = new (require("jsonschema").Validator)();
const taken = {
  valibot: (amount) => valibot.safeParse(ofValibot, amount).success,
  typebox: (amount) => ofTypebox.Check(amount),
  ajv: new Ajv().compile(schema),
  "ajv with multipleOfPrecision": new Ajv({ multipleOfPrecision: 6 }).compile(schema),
  tv4: (amount) => tv4.validate(amount, schema),
  djv: (amount) => !ofDjv.validate("amount", amount),
  "z-schema": (amount) => {
    try {
      return zSchema.validate(amount, schema) === true;
    } catch {
      return false;
    }
  },
  zod: (amount) => ofZod.safeParse(amount).success,
  joi: (amount) => !ofJoi.validate(amount).error,
  jsonschema: (amount) => ofJsonschema.validate(amount, schema).valid,
  "is-my-json-valid": require("is-my-json-valid")(schema),
};
for (const [library, takes] of Object.entries(taken)) {
  let refused = 0;
  for (let cents = 1; cents <= 999_999; cents++) if (!takes(cents / 100)) refused++;
  console.log(`${library}: refuses ${refused}, 19.99 ${takes(19.99)}, 50.00 ${takes(50)}`);
}
JS
node amounts.cjs | tee seen
diff seen - <<'TEXT'
valibot: refuses 999979, 19.99 false, 50.00 false
typebox: refuses 999979, 19.99 false, 50.00 false
ajv: refuses 157274, 19.99 false, 50.00 true
ajv with multipleOfPrecision: refuses 0, 19.99 true, 50.00 true
tv4: refuses 157274, 19.99 false, 50.00 true
djv: refuses 157274, 19.99 false, 50.00 true
z-schema: refuses 131256, 19.99 false, 50.00 true
zod: refuses 0, 19.99 true, 50.00 true
joi: refuses 0, 19.99 true, 50.00 true
jsonschema: refuses 0, 19.99 true, 50.00 true
is-my-json-valid: refuses 0, 19.99 true, 50.00 true
TEXT
