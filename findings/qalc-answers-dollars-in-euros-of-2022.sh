#!/usr/bin/env bash
# Calculators with currencies that scripts and till clerks use (Debian 12). qalc 4.5.1 answers in euros what is asked in dollars: $50 * 10% is €4.74. With -t it doesn't say that its rates are of 2022, and so is each refund that is converted by them. $1,234.50
# is a list of $1 and 234.50. GNU units 2.22 has rates of the end of 2022, too: 100 Turkish lira are 5.49 dollars, and the Croatian kuna is still a currency.
# Safe: the rate of the payment service, which is in its answer; qalc -e for new rates.
# Needs Debian 12's qalc and units.
set -euo pipefail
[ -x /usr/bin/qalc ] && [ -x /usr/bin/units ] || { echo "needs Debian's packages qalc and units"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export HOME=$folder XDG_CONFIG_HOME=$folder XDG_DATA_HOME=$folder XDG_CACHE_HOME=$folder LC_ALL=C.UTF-8
{
  # shellcheck disable=SC2016
  for sum in '$50 * 10%' '$50 + $19.99' '$100 to EUR' '100 TRY to USD' '$1,234.50 * 2' '1,234.50 + 1'; do echo "qalc: $sum: $(/usr/bin/qalc -t "$sum" 2>&1 </dev/null)"; done
  for one in "100 USD:EUR" "100 TRY:USD" "100 HRK:EUR"; do echo "units: ${one%:*} in ${one#*:}: $(/usr/bin/units -t "${one%:*}" "${one#*:}" 2>&1)"; done
} | tee seen
diff seen - <<'TEXT'
qalc: $50 * 10%: €4.741583689
qalc: $50 + $19.99: €66.37268848
qalc: $100 to EUR: €94.83167378
qalc: 100 TRY to USD: $5.337456850
qalc: $1,234.50 * 2: [€0.9483167378  469.0000000]
qalc: 1,234.50 + 1: [1  235.5]
units: 100 USD in EUR: 100.89854
units: 100 TRY in USD: 5.4885592
units: 100 HRK in EUR: 13.360308
TEXT
