#!/usr/bin/env bash
# mailgen 2.0.36 (npm), mails for orders. generate writes its defaults into the shop's own object: the greeting of the first shopper becomes body.title, and whoever uses the same body for the next, with another name, greets
# that one by the first one's. The plain text of the mail, which is sent beside it, has all that stands between a "<" and a later ">" taken out as if it were HTML: "Box (<5 kg)" for 50.00 and "Bag (>5 kg)" for 19.99 are
# one "Box (5 kg)" for 19.99. An order that is given as a table isn't in the plain text at all.
# Safe: a new body for each mail; words for both signs; dictionary instead of table.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts mailgen@2.0.36 >/dev/null 2>&1
cat >shop.cjs <<'JS'
const Mailgen = require("mailgen");
const mails = new Mailgen({ theme: "default", product: { name: "Shop", link: "https://shop.example/" } });
const lines = (text) => text.split("\n").map((line) => line.trim()).filter(Boolean);
const body = { intro: "Your order is paid." };
for (const name of ["Ann", "Bea"]) {
  body.name = name;
  console.log(`to ${name}: ${lines(mails.generatePlaintext({ body }))[0]}`);
}
for (const [box, bag] of [["Box of 5 kg", "Bag of 6 kg"], ["Box (<5 kg)", "Bag (>5 kg)"]]) {
  const text = lines(mails.generatePlaintext({ body: { name: "Ann", dictionary: { [box]: "50.00", [bag]: "19.99" } } }));
  console.log(`${box} and ${bag}: ${text.filter((line) => /\d\d\.\d\d/.test(line)).join(", ")}`);
}
const table = { data: [{ item: "cup", price: "19.99" }] };
for (const make of ["generate", "generatePlaintext"]) console.log(`a table, ${make}: ${mails[make]({ body: { name: "Ann", table } }).includes("19.99") ? "with" : "without"} the price`);
JS
node --no-deprecation shop.cjs | tee seen
diff seen - <<'TEXT'
to Ann: Hi Ann,
to Bea: Hi Ann,
Box of 5 kg and Bag of 6 kg: Box of 5 kg: 50.00, Bag of 6 kg: 19.99
Box (<5 kg) and Bag (>5 kg): Box (5 kg): 19.99
a table, generate: with the price
a table, generatePlaintext: without the price
TEXT
