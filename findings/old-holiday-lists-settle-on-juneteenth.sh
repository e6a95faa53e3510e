#!/usr/bin/env bash
# Calendars of npm that miss the holidays of the last ten years, for a shop that tells when money arrives. @date/holidays-us 0.4.0 and moment-holiday 1.5.1 do not
# know Juneteenth (2021), moment-holiday not July 3, 2026, on which July 4 is observed. german-holiday 1.2.0 and holiday-de 1.1.4 do not
# know Reformation Day in Hamburg and Lower Saxony (2018), nor those of Berlin and Thuringia (2019). holiday-kr 0.1.5 has no substitute holidays.
# Safe: @18f/us-federal-holidays 4.0.0, feiertagejs 1.5.1 and @hyunbinseo/holidays-kr 5.2027.1 have them all.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps @date/holidays-us@0.4.0 moment-holiday@1.5.1 moment@2.31.0 german-holiday@1.2.0 holiday-de@1.1.4 holiday-kr@0.1.5 \
  @18f/us-federal-holidays@4.0.0 feiertagejs@1.5.1 @hyunbinseo/holidays-kr@5.2027.1 >/dev/null
cat >days.mjs <<'JS'
import { createRequire } from "node:module";
import { isHoliday as isKorean } from "@hyunbinseo/holidays-kr";
const require = createRequire(import.meta.url);
const midnight = (day) => new Date(`${day}T00:00:00`);
const known = (answers) => Object.entries(answers).map(([name, answer]) => `${name} ${answer ? "holiday" : "-"}`).join(", ");
const federal = require("@18f/us-federal-holidays");
for (const day of ["2026-06-19", "2026-07-03", "2026-11-26"])
  console.log("US", day, known({ "@date": require("@date/holidays-us").isHoliday(midnight(day)), moment: require("moment-holiday")(day).isHoliday(), "@18f": federal.isAHoliday(new Date(day), { utc: true }) }));
for (const [day, state] of [["2026-10-31", "HH"], ["2026-10-31", "NI"], ["2026-03-08", "BE"], ["2026-09-20", "TH"], ["2026-05-14", "HH"]]) {
  require("holiday-de").setState(state.toLowerCase());
  console.log(state, day, known({ german: require("german-holiday").holidayCheck(midnight(day), state), de: require("holiday-de").isHoliday(midnight(day)), feiertagejs: require("feiertagejs").isHoliday(midnight(day), state) }));
}
for (const day of ["2026-03-02", "2026-05-25", "2026-08-17", "2026-10-05", "2026-09-25"])
  console.log("KR", day, known({ kr: require("holiday-kr").isHoliday(midnight(day)), "@hyunbinseo": await isKorean(day) }));
JS
TZ=UTC node days.mjs | tee seen
diff seen - <<'TEXT'
US 2026-06-19 @date -, moment -, @18f holiday
US 2026-07-03 @date holiday, moment -, @18f holiday
US 2026-11-26 @date holiday, moment holiday, @18f holiday
HH 2026-10-31 german -, de -, feiertagejs holiday
NI 2026-10-31 german -, de -, feiertagejs holiday
BE 2026-03-08 german -, de -, feiertagejs holiday
TH 2026-09-20 german -, de -, feiertagejs holiday
HH 2026-05-14 german holiday, de holiday, feiertagejs holiday
KR 2026-03-02 kr -, @hyunbinseo holiday
KR 2026-05-25 kr -, @hyunbinseo holiday
KR 2026-08-17 kr -, @hyunbinseo holiday
KR 2026-10-05 kr -, @hyunbinseo holiday
KR 2026-09-25 kr holiday, @hyunbinseo holiday
TEXT
