#!/usr/bin/env bash
# Durations in words (npm). human-interval 2.0.1, with which agenda reads its intervals, takes "a month" for 0 milliseconds, while "one month" is 30 days:
# a charge that is due again after "a month" is due at once. parse-duration 2.1.9 reads P1M and 1M as a minute and "1,5 days" as 15 days, so a hold of a
# day and a half lasts two weeks. There is no error.
# Safe: durations in numbers, and a test that prints them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts human-interval@2.0.1 parse-duration@2.1.9 >/dev/null
cat >words.mjs <<'JS'
import humanInterval from "human-interval";
import parse from "parse-duration";
const days = (read, texts) => texts.map((text) => text + " = " + read(text) / 864e5).join(", ");
console.log("human-interval, days:", days(humanInterval, ["one month", "a month", "a day", "half a day"]));
console.log("parse-duration, days:", days(parse, ["1 month", "1.5 days", "1,5 days"]), "and minutes:", parse("P1M") / 6e4, parse("1M") / 6e4);
JS
node words.mjs | tee seen
diff seen - <<'TEXT'
human-interval, days: one month = 30, a month = 0, a day = 0, half a day = 0
parse-duration, days: 1 month = 30.4375, 1.5 days = 1.5, 1,5 days = 15 and minutes: 1 1
TEXT
