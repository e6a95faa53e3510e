#!/usr/bin/env bash
# LibreOffice 7.4 (Debian 12) opens a CSV of payments in the language of their country, with "detect special numbers": each amount with the country's own sign becomes one
# of the same number in the currency of the machine. £50.00, HK$50.00, CHF 50.00, 50,00 zł, R$ 50,00 and ￥1000 are US dollars on an American machine or one without
# a language, and HK$50.00 is £50.00 on a British one: on the screen, and as USD or GBP in the saved file. Germany's euros lose their sign.
# A sign that is not the language's own, such as HK$ in American English, is left as a text, which no sum counts. Nothing warns.
# Safe: without special numbers the amounts are texts as they stand; a column with the currency's code, and amounts alone, come through.
# Needs Debian 12's libreoffice-calc.
set -euo pipefail
command -v soffice >/dev/null || { echo "needs Debian's package libreoffice-calc"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export LC_ALL=C.UTF-8
open() {
  env LC_ALL="${4:-C}.UTF-8" soffice -env:UserInstallation="file://$folder/profile-${4:-C}" --headless --infilter="CSV:59,34,76,1,,$1,false,$2,false" --convert-to fods --outdir . payments.csv >/dev/null 2>&1
  local cell
  cell=$(grep -o '<table:table-cell [^>]*>' payments.fods | head -1)
  echo "$3: shown as $(grep -o '<text:p>[^<]*' payments.fods | tail -1 | cut -c9- | sed 's/ *$//'), $(grep -o 'office:value-type="[a-z]*"' <<<"$cell" | cut -d'"' -f2) $(grep -o 'office:currency="[A-Z]*"' <<<"$cell" | cut -d'"' -f2 || true)"
}
{
  while IFS='|' read -r language country amount; do
    echo "\"$amount\"" >payments.csv
    open "$language" true "$country, $amount"
  done <<'TEXT'
1033|United States|$50.00
1033|United States|HK$50.00
2057|United Kingdom|£50.00
3076|Hong Kong|HK$50.00
1028|Taiwan|NT$50.00
2055|Switzerland|CHF 50.00
1045|Poland|50,00 zł
1046|Brazil|R$ 50,00
1041|Japan|￥1000
1031|Germany|50,00 €
3082|Spain|50,00 €
TEXT
  echo '"HK$50.00"' >payments.csv
  for machine in en_US en_GB zh_HK; do open 3076 true "Hong Kong, HK\$50.00, on a machine in $machine" "$machine"; done
  echo '"£50.00"' >payments.csv
  open 2057 false "United Kingdom, £50.00, without special numbers"
} | tee seen
diff seen - <<'TEXT'
United States, $50.00: shown as $50.00, currency USD
United States, HK$50.00: shown as HK$50.00, string 
United Kingdom, £50.00: shown as $50.00, currency USD
Hong Kong, HK$50.00: shown as $50.00, currency USD
Taiwan, NT$50.00: shown as $50.00, currency USD
Switzerland, CHF 50.00: shown as $50.00, currency USD
Poland, 50,00 zł: shown as $50.00, currency USD
Brazil, R$ 50,00: shown as $50.00, currency USD
Japan, ￥1000: shown as $1,000, currency USD
Germany, 50,00 €: shown as 50.00, float 
Spain, 50,00 €: shown as $50.00, currency USD
Hong Kong, HK$50.00, on a machine in en_US: shown as $50.00, currency USD
Hong Kong, HK$50.00, on a machine in en_GB: shown as £50.00, currency GBP
Hong Kong, HK$50.00, on a machine in zh_HK: shown as HK$50.00, currency HKD
United Kingdom, £50.00, without special numbers: shown as £50.00, string 
TEXT
