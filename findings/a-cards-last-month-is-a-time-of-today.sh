#!/usr/bin/env bash
# A stored card's expiryDate is YYYYMM, such as 202712 for December 2027. PHP 8.2.36 reads it as 20:27:12 of today, so the same card is good in the morning
# and expired in the evening. JavaScript's Date reads the year 202712, in which every card is good. SQLite 3.40.1 counts days from the year -4713, Perl's
# Date::Parse 2.33 says January 2, Tcl 8.6 says 2022, and Java's YYYYMM in capitals says December 27, 2026.
# Readers that are right say December 1, so a card that is compared with now is expired all its last month. PHP's format Ym adds today's day:
# on the 29th to 31st, February 2027 is March. Card libraries for "12/27" (payment 2.4.7, payform 1.4.0) read the month 202712 and no year.
# Safe: compare the six digits with those of today, as texts.
# Needs Debian 12's php-cli, sqlite3, libtimedate-perl and tcl. Java is left out here.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts card-validator@10.0.4 date-fns@4.4.0 dayjs@1.11.23 luxon@3.7.2 moment@2.31.0 payform@1.4.0 payment@2.4.7 >/dev/null
cat >read.cjs <<'JS'
const months = "202712";
const midMonth = new Date("2027-12-15T12:00:00Z");
console.log("Date", new Date(months).getUTCFullYear());
const readers = { moment: require("moment"), dayjs: require("dayjs"), luxon: require("luxon").DateTime.fromISO, "date-fns": require("date-fns").parseISO };
for (const [name, read] of Object.entries(readers)) console.log(name, `expired on December 15: ${read(months).valueOf() < midMonth.getTime()}`);
console.log("payment", JSON.stringify(require("payment").fns.cardExpiryVal(months)), "payform", JSON.stringify(require("payform").parseCardExpiry(months)));
console.log("card-validator", require("card-validator").expirationDate(months).isValid);
JS
{
  TZ=UTC node read.cjs
  php -r 'echo "PHP ", date("Y-m-d", strtotime("202712")) === date("Y-m-d") ? "today " : "", date("H:i:s", strtotime("202712")), "; Ym adds today: ", (int) (DateTime::createFromFormat("Ym", "202712")->format("d") === date("d")), "\n";'
  sqlite3 :memory: "SELECT 'SQLite ' || date('202712')"
  TZ=UTC perl -MDate::Parse -MPOSIX=strftime -e 'print "Perl ", strftime("%Y-%m-%d", gmtime(str2time("202712"))), "\n"'
  echo 'puts "Tcl [clock format [clock scan 202712] -format %Y-%m-%d]"' | TZ=UTC tclsh
} | tee seen
diff seen - <<'TEXT'
Date 202712
moment expired on December 15: true
dayjs expired on December 15: true
luxon expired on December 15: true
date-fns expired on December 15: true
payment {"month":202712,"year":null} payform {"month":202712,"year":null}
card-validator false
PHP today 20:27:12; Ym adds today: 1
SQLite -4158-11-27
Perl 2027-01-02
Tcl 2022-03-12
TEXT
