#!/usr/bin/env bash
# node-currency-swap 1.0.6 (npm, exchange rates): the National Bank of Romania says how many lei a euro costs. The library gives that number for RON/EUR, as if it were the euros that a leu
# costs, and refuses EUR/RON. A shirt of 100 lei is charged at 497 euros, and one of 10,000 lei at 8 forints. With the European Central Bank, whose rates are
# the other way round, EUR/USD is right.
# Safe: 1 divided by this provider's rate, or another provider.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts node-currency-swap@1.0.6 >/dev/null
cat >price.cjs <<'JS'
const swap = require("node-currency-swap");
// Rates in the form in which the banks publish them.
const lei = '<?xml version="1.0"?><DataSet><Body><Cube date="2026-11-27"><Rate currency="EUR">4.9700</Rate><Rate currency="HUF" multiplier="100">1.2700</Rate></Cube></Body></DataSet>';
const euros = '<?xml version="1.0"?><Envelope><Cube><Cube time="2026-11-27"><Cube currency="USD" rate="1.0800"/></Cube></Cube></Envelope>';
const romania = new swap.providers.NationalBankOfRomania();
const europe = new swap.providers.EuropeanCentralBank();
romania.fetchContent = (_, callback) => callback(null, lei);
europe.fetchContent = (_, callback) => callback(null, euros);
swap.addProvider(romania);
swap.addProvider(europe);
const ask = (currency, amount) =>
  swap.quote({ currency }, (error, rates) => {
    const [rate] = [rates].flat();
    console.log(`${amount} by ${currency}: ${error ? "refused" : `${(amount * rate.getValue()).toFixed(2)}, as ${rate.getProvider()} has ${rate.getValue()}`}`);
  });
ask("RON/EUR", 100);
ask("RON/HUF", 100);
ask("EUR/RON", 100);
ask("EUR/USD", 100);
JS
node price.cjs | tee seen
diff seen - <<'TEXT'
100 by RON/EUR: 497.00, as National Bank of Romania has 4.97
100 by RON/HUF: 1.27, as National Bank of Romania has 0.0127
100 by EUR/RON: refused
100 by EUR/RON: refused
100 by EUR/USD: 108.00, as European Central Bank has 1.0800
TEXT
