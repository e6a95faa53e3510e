#!/usr/bin/env bash
# Horde_Date_Recurrence 2.4.1 of PHP (Debian 12): fromRRule20 leaves BYMONTHDAY, and the days of BYDAY in a monthly rule, out without a word, and goes by the day of the start. "The first Monday" from Thursday,
# January 15 is each third Thursday, "the last day" and "the 1st and 15th" are each 15th. A monthly rule that begins on January 31 gives March 3, March 31, May 1 and May 31: none in February,
# and two in a month.
# Safe: dates that the shop computes itself, from the first day of each month.
# Needs Debian 12's php-cli and php-horde-date.
set -euo pipefail
[ -e /usr/share/php/Horde/Date/Recurrence.php ] || { echo "needs Debian's packages php-cli and php-horde-date"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >charges.php <<'PHP'
<?php
error_reporting(0);
set_include_path('/usr/share/php');
spl_autoload_register(fn ($name) => @include str_replace(['_', '\\'], '/', $name) . '.php');

foreach ([['FREQ=MONTHLY;BYDAY=1MO', '2026-01-15'], ['FREQ=MONTHLY;BYDAY=-1FR', '2026-01-15'], ['FREQ=MONTHLY;BYMONTHDAY=-1', '2026-01-15'], ['FREQ=MONTHLY;BYMONTHDAY=1,15', '2026-01-15'], ['FREQ=MONTHLY;BYMONTHDAY=31', '2026-01-31'], ['FREQ=MONTHLY;COUNT=3', '2026-01-31']] as [$rule, $start]) {
    $charges = new Horde_Date_Recurrence("$start 09:00:00");
    $charges->fromRRule20($rule);
    $day = new Horde_Date("$start 09:00:00");
    $days = [];
    while (count($days) < 5 && ($next = $charges->nextRecurrence($day))) {
        $days[] = $next->format('D Y-m-d');
        $day = new Horde_Date($next);
        $day->mday++;
    }
    echo "$rule from $start: ", implode(', ', $days), "\n";
}
PHP
TZ=UTC php -d date.timezone=UTC charges.php | tee seen
diff seen - <<'TEXT'
FREQ=MONTHLY;BYDAY=1MO from 2026-01-15: Thu 2026-01-15, Thu 2026-02-19, Thu 2026-03-19, Thu 2026-04-16, Thu 2026-05-21
FREQ=MONTHLY;BYDAY=-1FR from 2026-01-15: Thu 2026-01-15, Thu 2026-01-29, Thu 2026-02-26, Thu 2026-03-26, Thu 2026-04-30
FREQ=MONTHLY;BYMONTHDAY=-1 from 2026-01-15: Thu 2026-01-15, Sun 2026-02-15, Sun 2026-03-15, Wed 2026-04-15, Fri 2026-05-15
FREQ=MONTHLY;BYMONTHDAY=1,15 from 2026-01-15: Thu 2026-01-15, Sun 2026-02-15, Sun 2026-03-15, Wed 2026-04-15, Fri 2026-05-15
FREQ=MONTHLY;BYMONTHDAY=31 from 2026-01-31: Sat 2026-01-31, Tue 2026-03-03, Tue 2026-03-31, Fri 2026-05-01, Sun 2026-05-31
FREQ=MONTHLY;COUNT=3 from 2026-01-31: Sat 2026-01-31, Tue 2026-03-03, Tue 2026-03-31
TEXT
