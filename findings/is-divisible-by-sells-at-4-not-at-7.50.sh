#!/usr/bin/env bash
# validator 13.15.35 (npm), isDivisibleBy, and so @IsDivisibleBy of class-validator 0.15.1 and isDivisibleBy() of express-validator 7.3.2. The step is cut to a whole number: a price in steps of 2.50 may be 4, but not
# 2.50, 5 or 7.50, and in steps of 0.05 or 0.01 no price is valid, as it is divided by 0. No error at the start.
# Safe: cents, in steps of 250 or 5; a check of the shop's own.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts validator@13.15.35 class-validator@0.15.1 express-validator@7.3.2 reflect-metadata@0.2.2 >/dev/null 2>&1
cat >shop.mjs <<'JS'
import "reflect-metadata";
import { IsDivisibleBy, validateSync } from "class-validator";
import { body } from "express-validator";
import validator from "validator";
for (const [step, prices] of [[2.5, [2.5, 4, 5, 7.5]], [0.05, [0.05, 19.95, 50]], [250, [250, 400, 750]]]) {
  class Item {}
  IsDivisibleBy(step)(Item.prototype, "price");
  for (const price of prices) {
    const byClass = validateSync(Object.assign(new Item(), { price })).length === 0;
    const byExpress = (await body("price").isDivisibleBy(step).run({ body: { price: String(price) } })).isEmpty();
    console.log(`${price} in steps of ${step}: ${[validator.isDivisibleBy(String(price), step), byClass, byExpress].map((valid) => (valid ? "valid" : "refused")).join(", ")}`);
  }
}
JS
node --no-warnings shop.mjs | tee seen
diff seen - <<'TEXT'
2.5 in steps of 2.5: refused, refused, refused
4 in steps of 2.5: valid, valid, valid
5 in steps of 2.5: refused, refused, refused
7.5 in steps of 2.5: refused, refused, refused
0.05 in steps of 0.05: refused, refused, refused
19.95 in steps of 0.05: refused, refused, refused
50 in steps of 0.05: refused, refused, refused
250 in steps of 250: valid, valid, valid
400 in steps of 250: refused, refused, refused
750 in steps of 250: valid, valid, valid
TEXT
