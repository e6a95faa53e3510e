#!/usr/bin/env bash
# expiry-js 0.1.7 (npm) reads how long a link or a token lives. PT15M, fifteen minutes in ISO 8601 as payment services write it, is fifteen months, since "PT" is skipped and M is a month. "0.5 days"
# is 0, so that a link has ended when it is sent, "1.5 days" is one day, "1h30" an hour, and "1,5 days" five days. Nothing is refused, but PT1H is.
# Safe: milliseconds as a number, or iso8601-duration 2.1.4 for such texts.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts expiry-js@0.1.7 iso8601-duration@2.1.4 >/dev/null
cat >link.cjs <<'JS'
const expiry = require("expiry-js");
const { parse, toSeconds } = require("iso8601-duration");
const hours = (milliseconds) => `${Math.round(milliseconds / 360000) / 10} hours`;
for (const text of ["15 minutes", "PT15M", "0.5 days", "1.5 days", "1,5 days", "1h 30m", "1h30", "PT1H"]) {
  let read;
  try {
    read = hours(expiry(text).asMilliseconds());
  } catch (error) {
    read = error.message;
  }
  console.log(`${text}: ${read}${text.startsWith("P") ? `, by iso8601-duration ${hours(toSeconds(parse(text)) * 1000)}` : ""}`);
}
JS
node link.cjs | tee seen
diff seen - <<'TEXT'
15 minutes: 0.3 hours
PT15M: 10968 hours, by iso8601-duration 0.3 hours
0.5 days: 0 hours
1.5 days: 24 hours
1,5 days: 120 hours
1h 30m: 1.5 hours
1h30: 1 hours
PT1H: Missing or invalid unit, H, by iso8601-duration 1 hours
TEXT
