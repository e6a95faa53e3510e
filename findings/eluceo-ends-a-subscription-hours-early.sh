#!/usr/bin/env bash
# PHP's eluceo/ical 0.16.1 (Debian 12). The end of a recurrence rule is written with a Z, but in its own time: until December 31, 23:59 in New York is UNTIL=20261231T235900Z, which is 18:59 there, so that a charge of 20:00 on that day
# is missing. Until 00:00 in Hong Kong is eight hours late. A count beside it is written as well, which iCalendar forbids. The dates of events are converted.
# Safe: setUntil((clone $end)->setTimezone(new DateTimeZone("UTC"))).
# Needs Debian 12's php-cli and php-eluceo-ical.
set -euo pipefail
php -r 'exit(is_file("/usr/share/php/Eluceo/iCal/autoload.php") ? 0 : 1);' 2>/dev/null || { echo "needs Debian's packages php-cli and php-eluceo-ical"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >rules.php <<'PHP'
<?php
require "/usr/share/php/Eluceo/iCal/autoload.php";
use Eluceo\iCal\Component\Event;
use Eluceo\iCal\Property\Event\RecurrenceRule;
foreach ([["2026-12-31 23:59", "America/New_York"], ["2026-12-31 00:00", "Asia/Hong_Kong"], ["2026-12-31 23:59", "UTC"]] as [$time, $zone]) {
    $end = new DateTime($time, new DateTimeZone($zone));
    foreach ([$end, (clone $end)->setTimezone(new DateTimeZone("UTC"))] as $i => $until) {
        $rule = new RecurrenceRule();
        $rule->setFreq(RecurrenceRule::FREQ_MONTHLY)->setInterval(1)->setUntil($until);
        echo "until $time $zone", $i ? ", converted" : "", ": ", $rule->getEscapedValue(), "\n";
    }
}
$rule = new RecurrenceRule();
$rule->setFreq(RecurrenceRule::FREQ_MONTHLY)->setInterval(1)->setCount(12)->setUntil($end);
echo "with a count: ", $rule->getEscapedValue(), "\n";
$event = new Event("A-1");
$event->setDtStart(new DateTime("2026-12-31 20:00", new DateTimeZone("America/New_York")))->setDtEnd(new DateTime("2026-12-31 21:00", new DateTimeZone("America/New_York")));
echo preg_match("/DTSTART\S*/", $event->render(), $start) ? $start[0] : "", "\n";
PHP
php -d error_reporting=0 rules.php | tee seen
diff seen - <<'TEXT'
until 2026-12-31 23:59 America/New_York: FREQ=MONTHLY;INTERVAL=1;UNTIL=20261231T235900Z
until 2026-12-31 23:59 America/New_York, converted: FREQ=MONTHLY;INTERVAL=1;UNTIL=20270101T045900Z
until 2026-12-31 00:00 Asia/Hong_Kong: FREQ=MONTHLY;INTERVAL=1;UNTIL=20261231T000000Z
until 2026-12-31 00:00 Asia/Hong_Kong, converted: FREQ=MONTHLY;INTERVAL=1;UNTIL=20261230T160000Z
until 2026-12-31 23:59 UTC: FREQ=MONTHLY;INTERVAL=1;UNTIL=20261231T235900Z
until 2026-12-31 23:59 UTC, converted: FREQ=MONTHLY;INTERVAL=1;UNTIL=20261231T235900Z
with a count: FREQ=MONTHLY;INTERVAL=1;COUNT=12;UNTIL=20261231T235900Z
DTSTART:20270101T010000Z
TEXT
