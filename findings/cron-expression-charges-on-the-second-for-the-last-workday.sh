#!/usr/bin/env bash
# PHP's dragonmantank/cron-expression 3.3.1 (Debian 12), which Laravel's scheduler asks each minute whether a job is due. LW, the last workday of a month in Quartz, is
# taken without an error but means other days: in 2026 January 31 and May 30 (Saturdays), February 2, March 2 and so on, and none in April and September. 31W,
# the workday next to the 31st, is due in months without a 31st too: on February 3, April 1, and Sunday, November 1. Where clocks go back, a job of 02:30 is due at
# 01:30, too.
# Safe: a job each workday that asks whether tomorrow's workday is of the next month; schedules in UTC.
# Needs Debian 12's php-dragonmantank-cron-expression and php-cli.
set -euo pipefail
[ -f /usr/share/php/Cron/autoload.php ] && command -v php >/dev/null || { echo "needs Debian's packages php-dragonmantank-cron-expression and php-cli"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >due.php <<'PHP'
<?php
require '/usr/share/php/Cron/autoload.php';

use Cron\CronExpression;

foreach (['0 9 LW * *', '0 9 31W * *', '0 9 15W * *'] as $text) {
    $days = [];
    for ($day = new DateTime('2026-01-01 09:00 UTC'); $day->format('Y') == '2026'; $day->modify('+1 day')) {
        if ((new CronExpression($text))->isDue($day, 'UTC')) {
            $days[] = $day->format('M j D');
        }
    }
    echo "$text: ", implode(', ', $days), "\n";
}
$zone = 'America/New_York';
foreach (['2026-03-08', '2026-11-01'] as $day) {
    $times = [];
    $begin = new DateTime("$day 00:00 $zone");
    for ($minute = 0; $minute < 240; $minute++) {
        $time = (new DateTime('@' . ($begin->getTimestamp() + 60 * $minute)))->setTimezone(new DateTimeZone($zone));
        if ((new CronExpression('30 2 * * *'))->isDue($time, $zone)) {
            $times[] = $time->format('H:i T');
        }
    }
    echo "30 2 * * * on $day: ", implode(', ', $times), "\n";
}
PHP
php due.php | tee seen
diff seen - <<'TEXT'
0 9 LW * *: Jan 31 Sat, Feb 2 Mon, Mar 2 Mon, May 30 Sat, Jun 1 Mon, Jul 30 Thu, Aug 31 Mon, Oct 30 Fri, Nov 2 Mon, Dec 30 Wed
0 9 31W * *: Jan 30 Fri, Feb 3 Tue, Mar 31 Tue, Apr 1 Wed, May 29 Fri, Jun 1 Mon, Jul 31 Fri, Aug 31 Mon, Sep 1 Tue, Oct 30 Fri, Nov 1 Sun, Dec 31 Thu
0 9 15W * *: Jan 15 Thu, Feb 16 Mon, Mar 16 Mon, Apr 15 Wed, May 15 Fri, Jun 15 Mon, Jul 15 Wed, Aug 14 Fri, Sep 15 Tue, Oct 15 Thu, Nov 16 Mon, Dec 15 Tue
30 2 * * * on 2026-03-08: 03:30 EDT
30 2 * * * on 2026-11-01: 01:30 EST, 02:30 EST
TEXT
