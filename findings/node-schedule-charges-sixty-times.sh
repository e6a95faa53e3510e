#!/usr/bin/env bash
# node-schedule 2.1.1 (npm). A rule { date: 1, hour: 9 } names no minute, and that means each minute: a subscription is charged 60 times in the first hour
# of the month. { date: 1 } alone is 1440 times. Rules count months from 0, and its cron texts from 1: month: 12 is never, and so is dayOfWeek: 7, and
# scheduleJob then returns null without an error. A date and a day of the week mean both, where cron means either. In Berlin, 02:30 leaves out March 29, and
# comes twice on October 25.
# Safe: write minute: 0, check for null, charge at noon, and give each charge a merchantReference made of the customer and the month.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts node-schedule@2.1.1 >/dev/null
cat >dates.cjs <<'JS'
const { RecurrenceRule, scheduleJob } = require("node-schedule");
const rule = (members, tz = "Etc/UTC") => Object.assign(new RecurrenceRule(), { tz }, members);
const dates = function* (of, from) {
  for (let date = new Date(from); ; yield date) {
    date = of.nextInvocationDate(date);
    if (!date) return;
    date = new Date(date.getTime());
  }
};
const until = (of, end) => {
  let count = 0;
  for (const date of dates(of, "2026-01-15T00:00:00Z")) {
    if (date >= new Date(end)) break;
    count++;
  }
  return count;
};
const first = { date: 1, hour: 9, minute: 0 };
for (const members of [{ date: 1, hour: 9 }, { date: 1 }, first, { ...first, month: 12 }, { ...first, dayOfWeek: 1 }])
  console.log(JSON.stringify(members), "charges before April:", until(rule(members), "2026-04-01T00:00:00Z"));
console.log("month 12:", scheduleJob({ ...first, month: 12 }, () => {}), "dayOfWeek 7:", scheduleJob({ dayOfWeek: 7, hour: 9, minute: 0 }, () => {}));
const berlin = rule({ hour: 2, minute: 30 }, "Europe/Berlin");
for (const from of ["2026-03-28T12:00:00Z", "2026-10-24T12:00:00Z"]) {
  const seen = [];
  for (const date of dates(berlin, from)) if (seen.push(date.toISOString().slice(0, 16)) === 2) break;
  console.log("02:30 in Berlin after", from.slice(0, 10) + ":", seen.join(" "));
}
JS
node dates.cjs | tee seen
diff seen - <<'TEXT'
{"date":1,"hour":9} charges before April: 120
{"date":1} charges before April: 2880
{"date":1,"hour":9,"minute":0} charges before April: 2
{"date":1,"hour":9,"minute":0,"month":12} charges before April: 0
{"date":1,"hour":9,"minute":0,"dayOfWeek":1} charges before April: 0
month 12: null dayOfWeek 7: null
02:30 in Berlin after 2026-03-28: 2026-03-30T00:30 2026-03-31T00:30
02:30 in Berlin after 2026-10-24: 2026-10-25T00:30 2026-10-25T01:30
TEXT
