#!/usr/bin/env bash
# tcmb-doviz 1.1.2 (npm, rates of the Central Bank of Turkey): the bank publishes the lira for 100 yen or 100 rials, and says so in Unit. The library leaves Unit out, so that its rates for
# dollars and euros are for one and those for yen are for a hundred. A ticket of 3,000 yen is charged at 82,500 lira instead of 825. A currency without a rate for
# transfers, as the bank has it for some, costs 0.
# Safe: Unit of the bank's own XML.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts tcmb-doviz@1.1.2 >/dev/null
cat >price.cjs <<'JS'
const axios = require("axios").default;
// The bank's XML, by a stand-in for the network.
const currency = (code, unit, buying) =>
  `<Currency Kod="${code}" CurrencyCode="${code}"><Unit>${unit}</Unit><Isim>${code}</Isim><ForexBuying>${buying}</ForexBuying><ForexSelling>${buying}</ForexSelling></Currency>`;
const xml = `<Tarih_Date Tarih="27.11.2026" Date="11/27/2026">${currency("USD", 1, "42.3500")}${currency("JPY", 100, "27.5000")}${currency("AZN", 1, "")}</Tarih_Date>`;
axios.get = async () => ({ data: xml });
const bank = require("tcmb-doviz");
(async () => {
  for (const [amount, code, unit] of [[30, "USD", 1], [3000, "JPY", 100], [30, "AZN", 1]]) {
    const { buying, ...rest } = await bank.getExchangeRate(code);
    console.log(`${amount} ${code}: ${amount * buying} lira, by the bank's unit ${(amount * buying) / unit}; it says ${Object.keys(rest).join(", ")}`);
  }
})();
JS
node price.cjs | tee seen
diff seen - <<'TEXT'
30 USD: 1270.5 lira, by the bank's unit 1270.5; it says name, code, selling
3000 JPY: 82500 lira, by the bank's unit 825; it says name, code, selling
30 AZN: 0 lira, by the bank's unit 0; it says name, code, selling
TEXT
