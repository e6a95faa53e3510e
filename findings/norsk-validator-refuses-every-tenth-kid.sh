#!/usr/bin/env bash
# norsk-validator 2.0.0 and @ssfbank/norwegian-id-validators 1.0.0 (npm) check KIDs, the numbers by which Norwegian invoices are paid. Each tenth number by
# the rule of modulus 10 ends with 0, and both refuse it. (About one in eleven of these passes, as it happens to be right by modulus 11.) A KID by modulus
# 11 may end with a dash: both refuse those too. So every tenth invoice is said to have a wrong number, and the buyer can't pay it.
# Safe: check a number of modulus 10 by any check of card numbers (Luhn), and don't refuse what the bank would take.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts norsk-validator@2.0.0 @ssfbank/norwegian-id-validators@1.0.0 luhn@2.4.1 >/dev/null
cat >numbers.cjs <<'JS'
const { kidnummer } = require("norsk-validator");
const { validateKid } = require("@ssfbank/norwegian-id-validators");
const luhn = require("luhn");
const orders = Array.from({ length: 1000 }, (_, before) => String(before + 1).padStart(7, "0"));
const modulus10 = orders.map((order) => order + [..."0123456789"].find((digit) => luhn.validate(order + digit)));
const modulus11 = (order) => {
  const sum = [...order].reverse().reduce((all, digit, place) => all + digit * ((place % 6) + 2), 0);
  return order + "0-987654321"[sum % 11];
};
for (const [name, valid] of [["norsk-validator", kidnummer], ["norwegian-id-validators", validateKid]]) {
  const refused = modulus10.filter((kid) => !valid(kid));
  const ends = new Set(refused.map((kid) => kid.at(-1)));
  console.log(`${name}: of 1000 by modulus 10 it refuses ${refused.length}, such as ${refused[0]}; their last digits: ${[...ends]}`);
  const others = orders.map(modulus11).filter((kid) => !valid(kid));
  console.log(`by modulus 11 it refuses ${others.length}, such as ${others[0]}; their ends: ${[...new Set(others.map((kid) => kid.at(-1)))]}`);
}
JS
node numbers.cjs | tee seen
diff seen - <<'TEXT'
norsk-validator: of 1000 by modulus 10 it refuses 86, such as 00000190; their last digits: 0
by modulus 11 it refuses 91, such as 0000006-; their ends: -
norwegian-id-validators: of 1000 by modulus 10 it refuses 86, such as 00000190; their last digits: 0
by modulus 11 it refuses 91, such as 0000006-; their ends: -
TEXT
