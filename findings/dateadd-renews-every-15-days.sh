#!/usr/bin/env bash
# dateadd 1.0.2 (npm) takes a fortnight for 15 days. A subscription that renews every fortnight from January 1, 2026 is charged 25 times in that year and not
# 27 times, and leaves its weekday at once. A month after January 31 is March 3, so February is never charged.
# Safe: twice "week" for a fortnight, and a library that stops at a month's last day.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts dateadd@1.0.2 >/dev/null
cat >renew.cjs <<'JS'
const { dateAdd } = require("dateadd");
const day = (date) => new Date(date).toISOString().slice(0, 10);
const charges = (unit, count) => {
  const dates = [];
  for (let date = "2026-01-01T09:00:00Z"; day(date) < "2027"; date = dateAdd(unit, count, date)) dates.push(day(date));
  return dates;
};
for (const [unit, count] of [["fortnight", 1], ["week", 2]]) {
  const dates = charges(unit, count);
  console.log(`${count} ${unit}: ${dates.length} charges, ${dates.slice(0, 3).join(" ")}`);
}
console.log("January 31 and a month: " + day(dateAdd("month", 1, "2026-01-31T09:00:00Z")));
JS
TZ=UTC node renew.cjs | tee seen
diff seen - <<'TEXT'
1 fortnight: 25 charges, 2026-01-01 2026-01-16 2026-01-31
2 week: 27 charges, 2026-01-01 2026-01-15 2026-01-29
January 31 and a month: 2026-03-03
TEXT
