#!/usr/bin/env bash
# broleto 0.0.12, @mrmgomes/boleto-utils 1.3.3 and boleto.js 1.1.4 (npm) read a Brazilian payment slip. Its due date is a count of four digits that began
# in 1997, reached 9999 on February 21, 2025 and went on from 1000 the next day. All three call slips of 2026 valid and due in 2002, so a shop that looks
# at the date charges interest for years or refuses them. boleto-utils has a second function, which is right for new slips and wrong for older ones.
# broleto also reads eight of the ten digits of the amount: 12,345,678.91 is 345,678.91.
# Safe: add 9000 days to a date that is before 2022, and read the amount from the last ten digits.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts broleto@0.0.12 @mrmgomes/boleto-utils@1.3.3 boleto.js@1.1.4 >/dev/null
cat >read.cjs <<'JS'
globalThis.window = globalThis;
const { Boleto } = require("broleto");
const utils = require("@mrmgomes/boleto-utils");
const Drawn = require("boleto.js");
const tens = (digits) => {
  const sum = [...digits].reverse().reduce((total, digit, at) => total + (at % 2 ? +digit : digit * 2 - (digit > 4 ? 9 : 0)), 0);
  return (10 - (sum % 10)) % 10;
};
const elevens = (digits) => {
  const rest = 11 - ([...digits].reverse().reduce((total, digit, at) => total + digit * ((at % 8) + 2), 0) % 11);
  return rest > 9 ? 1 : rest;
};
const line = (days, cents) => {
  const [due, free] = [String(days) + String(cents).padStart(10, "0"), "0" + "1".repeat(24)];
  const fields = ["3419" + free.slice(0, 5), free.slice(5, 15), free.slice(15)];
  return fields.map((field) => field + tens(field)).join("") + elevens("3419" + due + free) + due;
};
for (const [day, days, cents] of [["2025-02-21", 9999, 5000], ["2025-02-22", 1000, 5000], ["2026-11-30", 1646, 5000], ["2026-11-30", 1646, 1234567891]]) {
  const slip = line(days, cents);
  const [first, second, third] = [new Boleto(slip), utils.validarBoleto(slip), new Drawn(slip)];
  const dates = [first.expirationDate(), second.vencimento, utils.identificarDataComNovoFator2025(slip, "LINHA_DIGITAVEL"), third.expirationDate()];
  const text = dates.map((date) => date.toISOString().slice(0, 10)).join(" ");
  console.log(`${day}: ${first.valid() && second.sucesso && third.valid()} ${text}; ${first.amount()} ${second.valor} ${third.amount()}`);
}
JS
TZ=UTC node read.cjs | tee seen
diff seen - <<'TEXT'
2025-02-21: true 2025-02-21 2025-02-21 2049-10-13 2025-02-21; 50 50 50.00
2025-02-22: true 2000-07-03 2000-07-03 2025-02-22 2000-07-03; 50 50 50.00
2026-11-30: true 2002-04-10 2002-04-10 2026-11-30 2002-04-10; 50 50 50.00
2026-11-30: true 2002-04-10 2002-04-10 2026-11-30 2002-04-10; 345678.91 12345678.91 12345678.91
TEXT
