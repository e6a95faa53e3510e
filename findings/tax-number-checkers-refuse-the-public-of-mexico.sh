#!/usr/bin/env bash
# A shop in Mexico bills shoppers without a tax number to XAXX010101000, and foreigners to XEXX010101000: stdnum 1.12.0 (npm, 99,000 downloads a month) refuses both, so that most
# of its shoppers get no invoice. It refuses Vietnam's tax numbers of twelve digits, too, which persons have had since July 2025. In France, the post office's branches have
# SIRETs with a rule of their own: siret 1.0.1, vat-siren-siret 1.2.1 and @form-validation/validator-siret 2.4.0 refuse them; stdnum knows it.
# Safe: take the two Mexican numbers before the check; validate-rfc 2.0.3; warn about a number, don't refuse the order.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps stdnum@1.12.0 validate-rfc@2.0.3 siret@1.0.1 vat-siren-siret@1.2.1 @form-validation/validator-siret@2.4.0 >/dev/null
cat >shop.cjs <<'JS'
const { stdnum } = require("stdnum");
const validateRfc = require("validate-rfc");
const { isSIRET } = require("siret");
const french = require("vat-siren-siret");
const { siret } = require("@form-validation/validator-siret");
for (const number of ["GODE561231GR8", "XAXX010101000", "XEXX010101000"]) console.log(`${number}: stdnum ${stdnum.MX.rfc.validate(number).isValid}, validate-rfc ${(validateRfc.default ?? validateRfc)(number).isValid}`);
for (const number of ["0100233488", "079203021234"]) console.log(`${number}: stdnum ${stdnum.VN.mst.validate(number).isValid}`);
for (const number of ["35600000000048", "35600000049837"])
  console.log(`${number}: stdnum ${stdnum.FR.siret.validate(number).isValid}, siret ${isSIRET(number)}, vat-siren-siret ${french.isSIRET(number)}, validator-siret ${siret().validate({ value: number }).valid}`);
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
GODE561231GR8: stdnum true, validate-rfc true
XAXX010101000: stdnum false, validate-rfc true
XEXX010101000: stdnum false, validate-rfc true
0100233488: stdnum true
079203021234: stdnum false
35600000000048: stdnum true, siret true, vat-siren-siret true, validator-siret true
35600000049837: stdnum true, siret false, vat-siren-siret false, validator-siret false
TEXT
