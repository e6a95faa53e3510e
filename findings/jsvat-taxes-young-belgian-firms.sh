#!/usr/bin/env bash
# Belgium's numbers of firms begin with 1 since 2023, when those with 0 ran out. jsvat 2.5.4 and @form-validation/validator-vat 2.4.0 (npm) refuse each of
# them, so a young firm is charged Belgian tax, or can't order. jsvat-next 3.0.4 knows them, but not the letters MVA that stand behind Norway's
# numbers on invoices, nor does @form-validation/validator-vat. jsvat knows no Northern Ireland. Greek numbers begin with EL, not with the country's
# code GR: with GR, jsvat and jsvat-next refuse them.
# Safe: ask the tax office's service (VIES), and let a refused number be a question to the buyer.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts jsvat@2.5.4 jsvat-next@3.0.4 @form-validation/validator-vat@2.4.0 >/dev/null
cat >numbers.cjs <<'JS'
const [old, next] = [require("jsvat"), require("jsvat-next")];
const { vat } = require("@form-validation/validator-vat");
const l10n = { vat: { country: "", default: "" } };
const show = (number, country = number.slice(0, 2)) => {
  const seen = [old, next].map(({ checkVAT, countries }) => checkVAT(number, countries ?? Object.values(next.countries)).isValid);
  const field = vat().validate({ value: number, options: { country }, l10n }).valid;
  console.log(number, "jsvat", seen[0], "jsvat-next", seen[1], "validator-vat", field);
};
show("BE0428759497");
show("BE1000000021");
show("NO974760673MVA");
show("EL094259216", "GR");
show("GR094259216");
show("XI980780684", "GB");
show("DE136695976");
JS
node numbers.cjs | tee seen
diff seen - <<'TEXT'
BE0428759497 jsvat true jsvat-next true validator-vat true
BE1000000021 jsvat false jsvat-next true validator-vat false
NO974760673MVA jsvat true jsvat-next false validator-vat false
EL094259216 jsvat true jsvat-next true validator-vat true
GR094259216 jsvat false jsvat-next false validator-vat true
XI980780684 jsvat false jsvat-next true validator-vat false
DE136695976 jsvat true jsvat-next true validator-vat true
TEXT
