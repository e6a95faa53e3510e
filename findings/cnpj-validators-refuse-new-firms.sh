#!/usr/bin/env bash
# Brazil gives firms numbers with letters since July 2026, such as 12.ABC.345/01DE-35. @brazilian-utils/brazilian-utils 2.4.0 (npm) refuses them unless it is told
# { version: 2 }; @brazilian-utils/is-valid-cnpj 0.1.11, br-validations 0.3.1 and @julioakira/cpf-cnpj-utils 1.5.2 refuse all, and @pix.js/validator 1.1.0
# doesn't take one for a Pix key. So a firm of this autumn can't order, or be paid. cpf-cnpj-validator 2.1.2 and @fnando/cnpj 2.0.0 are right.
# Safe: one of the last two, and text columns for the number.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @brazilian-utils/brazilian-utils@2.4.0 @brazilian-utils/is-valid-cnpj@0.1.11 \
  br-validations@0.3.1 @julioakira/cpf-cnpj-utils@1.5.2 @pix.js/validator@1.1.0 cpf-cnpj-validator@2.1.2 @fnando/cnpj@2.0.0 >/dev/null
cat >check.cjs <<'JS'
const { isValidCnpj, isValidPixKey } = require("@brazilian-utils/brazilian-utils");
const single = require("@brazilian-utils/is-valid-cnpj");
const checks = {
  "brazilian-utils": isValidCnpj,
  "brazilian-utils, version 2": (number) => isValidCnpj(number, { version: 2 }),
  "brazilian-utils, as a Pix key": (number) => isValidPixKey(number.replace(/[./-]/g, "")),
  "is-valid-cnpj": single.default ?? single,
  "br-validations": (number) => require("br-validations").cnpj.validate(number),
  "cpf-cnpj-utils": require("@julioakira/cpf-cnpj-utils").CNPJ.Validate,
  "pix.js, as a Pix key": (number) => require("@pix.js/validator").isPixKey(number.replace(/[./-]/g, "")),
  "cpf-cnpj-validator": require("cpf-cnpj-validator").cnpj.isValid,
  "fnando": require("@fnando/cnpj").isValid,
};
for (const [name, isValid] of Object.entries(checks)) console.log(`${name}: ${isValid("11.444.777/0001-61")}, ${isValid("12.ABC.345/01DE-35")}`);
JS
node check.cjs | tee seen
diff seen - <<'TEXT'
brazilian-utils: true, false
brazilian-utils, version 2: true, true
brazilian-utils, as a Pix key: true, true
is-valid-cnpj: true, false
br-validations: true, false
cpf-cnpj-utils: true, false
pix.js, as a Pix key: true, false
cpf-cnpj-validator: true, true
fnando: true, true
TEXT
