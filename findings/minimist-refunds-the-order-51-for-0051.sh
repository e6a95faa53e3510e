#!/usr/bin/env bash
# A shop's own command for refunds, such as "refund --order 0051 --amount 50.00". minimist 1.2.8, mri 1.2.0, sade 1.8.1 and cac 7.1.0 (npm) make a number of each option that reads as one: the order is 51, an id of
# 19 digits is another one, a phone has lost its +, and in all but minimist the order 2E5 is 200000. "--amount -50.00" is true, and "--dry-run 0051" has no order: its flag took it.
# yargs 18.2.0 keeps 0051, 2E5 and the id, but not "--dry-run 51". citty 0.2.2 reads an option that was not declared as true.
# commander 15.1.0 and meow 14.1.0 keep each text. Safe: options declared as texts, such as minimist's string and boolean.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts minimist@1.2.8 mri@1.2.0 sade@1.8.1 cac@7.1.0 yargs@18.2.0 citty@0.2.2 commander@15.1.0 meow@14.1.0 >/dev/null
cat >shop.mjs <<'JS'
import cac from "cac";
import { parseArgs } from "citty";
import { Command } from "commander";
import meow from "meow";
import minimist from "minimist";
import mri from "mri";
import sade from "sade";
import yargs from "yargs";

const names = ["order", "id", "amount", "phone"];
const parsers = {
  minimist: (line) => minimist(line),
  mri: (line) => mri(line),
  sade(line) {
    let options;
    sade("refund", true).action((given) => (options = given)).parse(["node", "refund", ...line]);
    return options;
  },
  cac(line) {
    let options;
    const program = cac();
    const refund = program.command("");
    for (const name of names) refund.option(`--${name} <${name}>`, "");
    refund.action((given) => (options = given));
    program.parse(["node", "refund", ...line]);
    return options;
  },
  yargs: (line) => yargs(line).help(false).parse(),
  citty: (line) => parseArgs(line, { order: { type: "string" } }),
  commander(line) {
    const program = new Command();
    for (const name of names) program.option(`--${name} <${name}>`);
    return program.parse(["node", "refund", ...line]).opts();
  },
  meow: (line) => meow("", { importMeta: import.meta, argv: line, flags: Object.fromEntries(names.map((name) => [name, { type: "string" }])) }).flags,
};
const shown = (value) => (typeof value === "number" ? String(value) : JSON.stringify(value));
for (const [name, parse] of Object.entries(parsers)) {
  const first = parse(["--order", "0051", "--id", "1000000000000000001", "--amount", "50.00", "--phone=+85291234567"]);
  const second = parse(["--order", "2E5"]);
  console.log(`${name}: ${[...names.map((member) => first[member]), second.order].map(shown).join(", ")}`);
}
for (const parse of [minimist, mri, (line) => yargs(line).help(false).parse()]) {
  const { "dry-run": dryRun, _ } = parse(["--dry-run", "51"]);
  console.log(`--dry-run 51: orders ${JSON.stringify(_)}, dry-run ${dryRun}`);
}
console.log(`minimist, --amount -50.00: ${minimist(["--amount", "-50.00"]).amount}`);
console.log(`minimist, declared: ${JSON.stringify(minimist(["--dry-run", "51", "--order", "0051"], { string: ["order", "_"], boolean: ["dry-run"] }))}`);
JS
node shop.mjs | tee seen
diff seen - <<'TEXT'
minimist: 51, 1000000000000000000, 50, 85291234567, "2E5"
mri: 51, 1000000000000000000, 50, 85291234567, 200000
sade: 51, 1000000000000000000, 50, 85291234567, 200000
cac: 51, 1000000000000000000, 50, 85291234567, 200000
yargs: "0051", "1000000000000000001", 50, "+85291234567", "2E5"
citty: "0051", true, true, "+85291234567", "2E5"
commander: "0051", "1000000000000000001", "50.00", "+85291234567", "2E5"
meow: "0051", "1000000000000000001", "50.00", "+85291234567", "2E5"
--dry-run 51: orders [], dry-run 51
--dry-run 51: orders [], dry-run 51
--dry-run 51: orders [], dry-run 51
minimist, --amount -50.00: true
minimist, declared: {"_":["51"],"dry-run":true,"order":"0051"}
TEXT
