#!/usr/bin/env bash
# Prometheus 2.42 (Debian 12), asked for the sales of five minutes by increase(sales_total[5m]). A counter with labels, such as one for each currency or merchant, begins to exist with its first sale, and that sale isn't
# counted: three sales are 2.12, and three that were made between two looks are 0. If the counter was there at 0, three sales are 3.07, as the rest of the time is guessed. So no sum of increase()
# is a number of sales or of cents, and an alert on a first refund of a merchant never comes.
# Safe: count money in the database; make each series with its labels at 0 when the shop starts.
# Needs Debian 12's prometheus, for its promtool.
set -euo pipefail
[ -x /usr/bin/promtool ] || { echo "needs Debian's package prometheus"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >sales.yml <<'YAML'
evaluation_interval: 15s
tests:
  - interval: 15s
    input_series:
      - { series: 'sales_total{from="its first sale"}', values: "_x4 1x3 2x3 3x9" }
      - { series: 'sales_total{from="zero"}', values: "0x4 1x3 2x3 3x9" }
      - { series: 'sales_total{from="three at once"}', values: "_x4 3x16" }
    promql_expr_test:
      - { expr: "increase(sales_total[5m])", eval_time: 5m7s, exp_samples: [] }
YAML
{ promtool test rules sales.yml || true; } 2>&1 | grep -oE '\{from="[^"]*"\} [0-9.E+-]+' | sort | tee seen
diff seen - <<'TEXT'
{from="its first sale"} 2.120833333333333E+00
{from="three at once"} 0E+00
{from="zero"} 3.073684210526316E+00
TEXT
