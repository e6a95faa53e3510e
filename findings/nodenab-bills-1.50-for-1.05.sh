#!/usr/bin/env bash
# nodenab 1.2.1 (npm), the bank files of Brazil (CNAB 400 of Bradesco): an amount with more than two decimals whose first decimal is 0 loses that zero.
# Three items at 0.35 are 1.0499999999999998, and the customer's slip is over 1.50. The same happens to 19.056, and to interest of 0.033 a day: 0.30.
# 30 percent of 19.99 are 5.997: a digit more, so the bank reads 5.10, and all later fields of the line are moved. 1e-7 is 17.00.
# Of all prices from 0.01 to 99.99, 275 are billed too high if three are bought.
# Safe: hand over a text with exactly two decimals, such as (cents / 100).toFixed(2).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts nodenab@1.2.1 >/dev/null
cat >slips.cjs <<'JS'
const { Layout, Remessa, RemessaFile } = require("nodenab");
const layout = new Layout(237, "400", "cobranca", { layoutPath: "node_modules/nodenab/layouts" });
const slip = (members) => {
  const shipment = new Remessa(layout);
  const batch = shipment.novoLote(1);
  const detail = batch.novoDetalhe(["segmento_2", "segmento_3", "segmento_7"]);
  batch.inserirDetalhe({ segmento_1: Object.assign(detail.segmento_1, { numero_documento: "A-1", ...members }) });
  shipment.inserirLote(batch);
  const line = new RemessaFile(shipment).generate().split("\r\n")[1];
  return { amount: line.slice(126, 139), interest: line.slice(160, 173), length: line.length };
};
const amounts = [["50", 50], ["19.99", 19.99], ["0.1 + 0.2", 0.1 + 0.2], ["3 * 0.35", 3 * 0.35], ["19.056", 19.056], ["19.99 * 0.3", 19.99 * 0.3], ["1e-7", 1e-7]];
for (const [name, amount] of amounts) console.log(name, JSON.stringify(slip({ valor: amount, valor_dia_atraso: 0 })));
console.log("interest 0.033", JSON.stringify(slip({ valor: 50, valor_dia_atraso: 0.033 })));
const wrong = [];
for (let cents = 1; cents < 10000; cents++) if (Number(slip({ valor: 3 * (cents / 100), valor_dia_atraso: 0 }).amount) !== 3 * cents) wrong.push(cents / 100);
console.log(wrong.length, wrong.slice(0, 6).join(" "));
JS
node slips.cjs | tee seen
diff seen - <<'TEXT'
50 {"amount":"0000000005000","interest":"0000000000000","length":400}
19.99 {"amount":"0000000001999","interest":"0000000000000","length":400}
0.1 + 0.2 {"amount":"0000000000030","interest":"0000000000000","length":400}
3 * 0.35 {"amount":"0000000000150","interest":"0000000000000","length":400}
19.056 {"amount":"0000000001960","interest":"0000000000000","length":400}
19.99 * 0.3 {"amount":"0000000000510","interest":"0000000000000","length":401}
1e-7 {"amount":"0000000001700","interest":"0000000000000","length":400}
interest 0.033 {"amount":"0000000005000","interest":"0000000000030","length":400}
275 0.35 0.67 1.01 1.34 1.35 2.01
TEXT
