#!/usr/bin/env bash
# korean-business-day 2.1.0 (npm) knows the holidays with a fixed date for ever, and New Year and Chuseok, which go by the moon, up to 2023 alone. After
# that it says without an error that banks are open on them (February 17 and September 25, 2026), so a day of settlement or the last day for a refund
# is too early. poland-public-holidays 4.0.0 doesn't know December 24, a holiday since 2025.
# Safe: ask a holiday library which years and which law it knows, or test it with the last holiday that was moved.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts korean-business-day@2.1.0 poland-public-holidays@4.0.0 >/dev/null
cat >ask.cjs <<'JS'
const { getNextKoreanBusinessDayYmd, isHoliday } = require("korean-business-day");
const days = {
  "New Year": ["2022-02-01", "2023-01-23", "2024-02-12", "2025-01-29", "2026-02-17"],
  Chuseok: ["2023-09-29", "2024-09-17", "2025-10-06", "2026-09-25"],
  fixed: ["2025-12-25", "2026-05-05"],
};
for (const [name, dates] of Object.entries(days)) console.log(`${name}: ${dates.map((day) => `${day} ${isHoliday(new Date(day + "T03:00:00Z"))}`).join(", ")}`);
console.log(`the business day after 20260213: ${getNextKoreanBusinessDayYmd(20260213, 1)}`);
const poland = require("poland-public-holidays");
console.log(`Poland: ${["2024", "2025", "2026"].map((year) => `${year}-12-24 ${poland.isHoliday(`${year}-12-24`)}`).join(", ")}`);
JS
TZ=UTC node ask.cjs | tee seen
diff seen - <<'TEXT'
New Year: 2022-02-01 true, 2023-01-23 true, 2024-02-12 false, 2025-01-29 false, 2026-02-17 false
Chuseok: 2023-09-29 true, 2024-09-17 false, 2025-10-06 false, 2026-09-25 false
fixed: 2025-12-25 true, 2026-05-05 true
the business day after 20260213: 20260216
Poland: 2024-12-24 false, 2025-12-24 false, 2026-12-24 false
TEXT
