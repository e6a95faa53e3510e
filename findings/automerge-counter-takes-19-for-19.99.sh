#!/usr/bin/env bash
# @automerge/automerge 3.5.0 (npm), new Counter, on which two devices that are offline may count without a conflict. It counts whole numbers and cuts the rest: a card of 50.50 has 50, each decrement(19.99) takes 19,
# and one of 0.50 nothing. No error. updateText of a status that both changed mixes their letters. A plain number that both changed keeps one device's.
# Safe: a Counter of cents; a status by assignment, and getConflicts.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @automerge/automerge@3.5.0 >/dev/null 2>&1
cat >shop.mjs <<'JS'
import * as Automerge from "@automerge/automerge";
const card = (balance, ...taken) => taken.reduce((doc, amount) => Automerge.change(doc, (doc) => doc.left.decrement(amount)), Automerge.from({ left: new Automerge.Counter(balance) })).left.value;
console.log(`50.50: ${card(50.5)}`);
console.log(`50, less 19.99: ${card(50, 19.99)}`);
console.log(`50, less 19.99 and 19.99: ${card(50, 19.99, 19.99)}`);
console.log(`50, less 0.50 ten times: ${card(50, ...Array(10).fill(0.5))}`);
console.log(`5000 cents, less 1999: ${card(5000, 1999)}`);
const start = Automerge.from({ status: "OPEN" });
const to = (status) => Automerge.change(Automerge.clone(start), (order) => Automerge.updateText(order, ["status"], status));
const merged = Automerge.merge(to("PAID"), to("CANCELLED")).status;
console.log(`a status of PAID and CANCELLED is one of them: ${["PAID", "CANCELLED"].includes(merged)}, it has ${merged.length} letters`);
JS
node --no-warnings shop.mjs | tee seen
diff seen - <<'TEXT'
50.50: 50
50, less 19.99: 31
50, less 19.99 and 19.99: 12
50, less 0.50 ten times: 50
5000 cents, less 1999: 3001
a status of PAID and CANCELLED is one of them: false, it has 11 letters
TEXT
