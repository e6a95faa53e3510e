#!/usr/bin/env bash
# PHP's Carbon 2.65 (Debian 12), Laravel's library of dates. CarbonInterval counts 28 days in a month and twelve such months in a year: the totalDays of a year are 336, also of the
# difference between January 1 of two years, so a subscription renewed after totalDays comes on December 3, and a share of a year's price is by 336.
# 365 days by cascade() are a year, a month and a day. CarbonPeriod month by month from January 31 goes on with March 3 and stays on the 3rd.
# Safe: $date->addYearNoOverflow(), $date->diffInDays($other), and addMonthsNoOverflow($count) from the first date.
# Needs Debian 12's php-nesbot-carbon and php-cli.
set -euo pipefail
[ -f /usr/share/php/Carbon/autoload.php ] && command -v php >/dev/null || { echo "needs Debian's packages php-nesbot-carbon and php-cli"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >renew.php <<'PHP'
<?php
require '/usr/share/php/Carbon/autoload.php';

use Carbon\Carbon;
use Carbon\CarbonInterval;
use Carbon\CarbonPeriod;

[$begin, $end] = [Carbon::parse('2026-01-01'), Carbon::parse('2027-01-01')];
echo 'a year: ', CarbonInterval::year()->totalDays, ', a month: ', CarbonInterval::month()->totalDays, "\n";
echo 'from year to year: ', $begin->diffAsCarbonInterval($end)->totalDays, ', diffInDays: ', $begin->diffInDays($end), "\n";
echo 'renewed on ', $begin->copy()->addDays(CarbonInterval::year()->totalDays)->toDateString(), "\n";
echo '365 days: ', CarbonInterval::days(365)->cascade()->forHumans(), "\n";
$period = CarbonPeriod::create('2026-01-31', '1 month', 5);
echo 'the 31st:', implode(array_map(fn ($day) => $day->format(' m-d'), $period->toArray())), "\n";
echo 'safe:', implode(array_map(fn ($count) => Carbon::parse('2026-01-31')->addMonthsNoOverflow($count)->format(' m-d'), range(0, 4))), "\n";
PHP
TZ=UTC php renew.php | tee seen
diff seen - <<'TEXT'
a year: 336, a month: 28
from year to year: 336, diffInDays: 365
renewed on 2026-12-03
365 days: 1 year 1 month 1 day
the 31st: 01-31 03-03 04-03 05-03 06-03
safe: 01-31 02-28 03-31 04-30 05-31
TEXT
