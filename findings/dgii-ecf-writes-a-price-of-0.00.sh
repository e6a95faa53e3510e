#!/usr/bin/env bash
# dgii-ecf 1.8.0 (npm, electronic invoices of the Dominican Republic), json2xml with its rounding: every text of digits with a point gets two decimals,
# whatever it means. 1000 pieces at 0.0049 are priced 0.00, an exchange rate of 58.1234 is 58.12, and an article that is called 3.125
# is sold as 3.13. 1.005 is 1.00.
# Safe: no second argument, and texts that the shop has rounded.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts xml-js@1.6.11 >/dev/null
npm pack --silent dgii-ecf@1.8.0 >/dev/null
tar xzf dgii-ecf-*.tgz
cat >invoice.cjs <<'JS'
const { Transformer } = require("./package/dist/transformers/Transformer.js");
const item = { NombreItem: "3.125", CantidadItem: "1000", PrecioUnitarioItem: "0.0049", MontoItem: "4.90", TipoCambio: "58.1234", Otro: "1.005" };
console.log(new Transformer().json2xml({ Item: item }, true).replace(/^.*\n/, ""));
JS
node invoice.cjs | tee seen
diff seen - <<'TEXT'
<Item>
  <NombreItem>3.13</NombreItem>
  <CantidadItem>1000</CantidadItem>
  <PrecioUnitarioItem>0.00</PrecioUnitarioItem>
  <MontoItem>4.90</MontoItem>
  <TipoCambio>58.12</TipoCambio>
  <Otro>1.00</Otro>
</Item>
TEXT
