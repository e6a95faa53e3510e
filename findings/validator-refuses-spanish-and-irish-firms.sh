#!/usr/bin/env bash
# validator 13.15.35 (npm): isVAT refuses firms that have a number. Irish numbers with two letters at the end, as given since 2013; Spanish companies,
# whose last character is a digit, so that only people and foreigners pass; British numbers without its spaces; all Indian numbers, as it wants fifteen
# digits. Greece and Northern Ireland are no countries for it. Such a buyer is charged the tax that a firm wouldn't pay, or can't order at all.
# Safe: ask the tax office's service (VIES), and let a refused number be a question to the buyer.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts validator@13.15.35 >/dev/null
cat >numbers.cjs <<'JS'
const { isVAT } = require("validator");
const show = (country, number) => {
  let seen;
  try {
    seen = isVAT(number, country);
  } catch (error) {
    seen = error.message;
  }
  console.log(country, number, seen);
};
show("IE", "IE6388047V");
show("IE", "IE3206488LH");
show("ES", "ESB58378431");
show("ES", "ESA28015865");
show("ES", "ES12345678Z");
show("GB", "GB980780684");
show("GB", "GB980 7806 84");
show("IN", "27AAPFU0939F1ZV");
show("GR", "EL094259216");
show("XI", "XI980780684");
show("DE", "DE136695976");
JS
node numbers.cjs | tee seen
diff seen - <<'TEXT'
IE IE6388047V true
IE IE3206488LH false
ES ESB58378431 false
ES ESA28015865 false
ES ES12345678Z true
GB GB980780684 false
GB GB980 7806 84 true
IN 27AAPFU0939F1ZV false
GR EL094259216 Invalid country code: 'GR'
XI XI980780684 Invalid country code: 'XI'
DE DE136695976 true
TEXT
