#!/usr/bin/env bash
# @dintero/money 1.1.12 (npm), a money library of a Norwegian payment service. Amounts that its toLocaleString writes are read again by its fromLocaleString without their minus in Norwegian,
# Swedish, Finnish, Slovenian, Croatian and Lithuanian: a refund of -50.00 is a payment of 50.00. These languages write the minus as U+2212, which is left out as no part of a number.
# German, Danish and English amounts keep their sign.
# Safe: fromLocaleString(text.replace("\u2212", "-"), ...), or toString() and Money.of() between programs.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @dintero/money@1.1.12 >/dev/null
cat >refund.mjs <<'JS'
import { Money } from "@dintero/money";
for (const [locale, currency] of [["nb-NO", "NOK"], ["sv-SE", "SEK"], ["fi-FI", "EUR"], ["sl-SI", "EUR"], ["hr-HR", "EUR"], ["lt-LT", "EUR"], ["da-DK", "DKK"], ["de-DE", "EUR"], ["en-US", "USD"]]) {
  const read = (text) => Money.fromLocaleString(text, currency, locale).toString();
  const text = Money.of(-50, currency).toLocaleString(locale);
  console.log(locale, text, "is", read(text), "with another minus", read(text.replace("\u2212", "-")));
}
JS
node refund.mjs | tee seen
diff seen - <<'TEXT'
nb-NO −50,00 is 50.00 with another minus -50.00
sv-SE −50,00 is 50.00 with another minus -50.00
fi-FI −50,00 is 50.00 with another minus -50.00
sl-SI −50,00 is 50.00 with another minus -50.00
hr-HR −50,00 is 50.00 with another minus -50.00
lt-LT −50,00 is 50.00 with another minus -50.00
da-DK -50,00 is -50.00 with another minus -50.00
de-DE -50,00 is -50.00 with another minus -50.00
en-US -50.00 is -50.00 with another minus -50.00
TEXT
