#!/usr/bin/env bash
# node-sped-nfe 1.2.52 (npm), which makes Brazil's electronic invoices (NF-e): the total is the sum of the items less their discounts. Freight, insurance
# and other costs of the items stand in their own sums, but not in the total: a customer who paid 115.00 has an invoice over 100.00. An item that doesn't
# count in the total (indTot 0), such as a gift, counts: 200.00 instead of 100.00. The tax office refuses such totals, so the sold parcel has no invoice.
# Safe: give the total yourself, tagTotal({ ICMSTot: { vNF: "115.00" } }).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps node-sped-nfe@1.2.52 >/dev/null 2>&1
cat >invoice.mjs <<'JS'
import { Make } from "node-sped-nfe";
const product = { cProd: "1", cEAN: "SEM GTIN", xProd: "TEA", NCM: "09024000", CFOP: "5102", uCom: "UN", qCom: 1, vUnCom: 100, vProd: 100, cEANTrib: "SEM GTIN", uTrib: "UN", qTrib: 1, vUnTrib: 100, indTot: "1" };
const head = { cUF: "51", cNF: "00000051", natOp: "VENDA", mod: "55", serie: "1", nNF: "51", dhEmi: "2026-11-29T12:00:00-03:00", tpNF: "1", idDest: "1", cMunFG: "5106752", tpImp: "1", tpEmis: "1", cDV: "0", tpAmb: "2", finNFe: "1", indFinal: "1", indPres: "2", procEmi: "0", verProc: "1" };
const invoice = async (items, total) => {
  const make = new Make();
  make.tagInfNFe({ Id: null, versao: "4.00" });
  make.tagIde({ ...head });
  make.tagEmit({ CNPJ: "11222333000181", xNome: "SHOP", IE: "123", CRT: "1" });
  await make.tagProd(items.map((members) => ({ ...product, ...members })));
  make.tagTotal(total);
  const xml = await make.xml();
  return ["vProd", "vFrete", "vSeg", "vOutro", "vDesc", "vNF"].map((name) => `${name} ${xml.match(new RegExp(`<ICMSTot>.*<${name}>([^<]*)`))[1]}`).join(", ");
};
const cases = {
  "one item": [{}],
  "a discount of 10": [{ vDesc: 10 }],
  "freight of 15": [{ vFrete: "15.00" }],
  "freight, insurance and costs": [{ vFrete: "15.00", vSeg: "2.00", vOutro: "3.00" }],
  "a gift beside it": [{}, { indTot: "0" }],
};
for (const [name, items] of Object.entries(cases)) console.log(`${name}: ${await invoice(items)}`);
console.log(`with a total: ${await invoice(cases["freight of 15"], { ICMSTot: { vNF: "115.00" } })}`);
JS
node invoice.mjs | tee seen
diff seen - <<'TEXT'
one item: vProd 100.00, vFrete 0.00, vSeg 0.00, vOutro 0.00, vDesc 0.00, vNF 100.00
a discount of 10: vProd 100.00, vFrete 0.00, vSeg 0.00, vOutro 0.00, vDesc 10.00, vNF 90.00
freight of 15: vProd 100.00, vFrete 15.00, vSeg 0.00, vOutro 0.00, vDesc 0.00, vNF 100.00
freight, insurance and costs: vProd 100.00, vFrete 15.00, vSeg 2.00, vOutro 3.00, vDesc 0.00, vNF 100.00
a gift beside it: vProd 200.00, vFrete 0.00, vSeg 0.00, vOutro 0.00, vDesc 0.00, vNF 200.00
with a total: vProd 100.00, vFrete 15.00, vSeg 0.00, vOutro 0.00, vDesc 0.00, vNF 115.00
TEXT
