#!/usr/bin/env bash
# A shopper pays by a mobile number: MTN MoMo, Orange Money, MobilePay. In Benin, all mobile numbers have had ten digits, 01 and the old eight, since November 30, 2024: validator 13.15.35
# and phone 3.1.72 (npm) refuse each of them, and take the old form, which reaches nobody. Both refuse half of Burkina Faso's prefixes, validator 70 of Zambia's 130; phone
# refuses half of Denmark's and the 071 of Nigeria. The prefixes are those of libphonenumber-js 1.13.16; each stands for three digits that begin a number.
# Safe: libphonenumber-js with /mobile; or let the payment service say that a number is wrong.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts validator@13.15.35 phone@3.1.72 libphonenumber-js@1.13.16 >/dev/null
cat >shop.cjs <<'JS'
const { getExampleNumber, parsePhoneNumberFromString } = require("libphonenumber-js/mobile");
const examples = require("libphonenumber-js/mobile/examples");
const { isMobilePhone } = require("validator");
const { phone } = require("phone");
const checkers = { validator: (number, locale) => isMobilePhone(number, locale), phone: (number) => phone(number).isValid };
for (const locale of ["fr-BJ", "fr-BF", "en-ZM", "en-GH", "en-NG", "da-DK", "uz-UZ", "en-KE", "en-HK"]) {
  const country = locale.slice(3);
  const example = getExampleNumber(country, examples);
  const numbers = Array.from({ length: 1000 }, (_, prefix) => `+${example.countryCallingCode}${String(prefix).padStart(3, "0")}${example.nationalNumber.slice(3)}`);
  const mobile = numbers.filter((number) => parsePhoneNumberFromString(number)?.country === country && parsePhoneNumberFromString(number).isValid());
  const refused = Object.entries(checkers).map(([name, takes]) => `${name} refuses ${mobile.filter((number) => !takes(number, locale)).length}`);
  console.log(`${country}: of ${mobile.length}, ${refused.join(", ")}`);
}
const old = Object.entries(checkers).map(([name, takes]) => `${name} ${takes("+22997123456", "fr-BJ")}`);
console.log(`Benin's old form: ${old.join(", ")}, libphonenumber-js ${parsePhoneNumberFromString("+22997123456")?.isValid()}`);
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
BJ: of 5, validator refuses 5, phone refuses 5
BF: of 390, validator refuses 190, phone refuses 190
ZM: of 130, validator refuses 70, phone refuses 40
GH: of 141, validator refuses 12, phone refuses 0
NG: of 64, validator refuses 0, phone refuses 20
DK: of 663, validator refuses 0, phone refuses 349
UZ: of 177, validator refuses 70, phone refuses 67
KE: of 145, validator refuses 0, phone refuses 0
HK: of 302, validator refuses 0, phone refuses 0
Benin's old form: validator true, phone true, libphonenumber-js false
TEXT
