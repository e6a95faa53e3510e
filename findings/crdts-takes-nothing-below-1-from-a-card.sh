#!/usr/bin/env bash
# crdts 0.2.0 (npm), counters that tills keep while they are offline, and merge. An amount below 1 is left out without an error: a card of 100 that pays 0.99 has 100 still, as often as one likes. So is a
# correction by increment(-5). The text "50.00", as payment services answer amounts,
# is glued to what was paid before, and the balance is NaN, on each till that merges it.
# A till that is set up again from its saved counter, and spends with the old one still running under the same id, loses the smaller of both.
# Safe: whole cents, as numbers, with decrement for what goes out; an id for each start of a till.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts crdts@0.2.0 >/dev/null
cat >till.mjs <<'JS'
import * as crdts from "crdts";
const { PNCounter } = crdts;
const card = new PNCounter("till");
const told = (name) => console.log(`${name}: ${card.value}`);
card.increment(100);
told("filled with 100");
for (let time = 0; time < 10; time++) card.decrement(0.99);
told("0.99 paid ten times");
card.decrement(1.5);
told("1.50 paid");
card.increment(-5);
told("corrected by -5");
card.decrement("50.00");
told('"50.00" paid');
card.decrement("10.00");
told('"10.00" paid');
const phone = new PNCounter("phone");
phone.increment(20);
phone.merge(card);
console.log(`a phone with 20 more that merges it: ${phone.value}`);
const cents = (id, saved) => (saved ? PNCounter.from(JSON.parse(saved)) : new PNCounter(id));
const first = cents("till 2");
first.increment(10000);
const again = cents("till 2", JSON.stringify(first));
first.decrement(6000);
again.decrement(3000);
first.merge(again);
console.log(`100.00, of which 60.00 and 30.00 are spent under one id: ${(first.value / 100).toFixed(2)}`);
JS
node till.mjs | tee seen
diff seen - <<'TEXT'
filled with 100: 100
0.99 paid ten times: 100
1.50 paid: 98.5
corrected by -5: 98.5
"50.00" paid: NaN
"10.00" paid: NaN
a phone with 20 more that merges it: NaN
100.00, of which 60.00 and 30.00 are spent under one id: 40.00
TEXT
