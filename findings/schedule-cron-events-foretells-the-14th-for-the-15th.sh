#!/usr/bin/env bash
# Perl's Schedule::Cron::Events 1.96 (Debian 12), by which a shop shows when the next charges are due. `*/14` of the days is the 14th and the 28th for it, while cron charges on the 1st, 15th and 29th; `*/5` of
# the months is May and October instead of January, June and November. Hours and minutes, which begin at 0, are right. 2:30 is foretold for the day on which that hour is missing.
# Safe: lists such as 1,15,29 in the crontab.
# Needs Debian 12's libschedule-cron-events-perl.
set -euo pipefail
perl -MSchedule::Cron::Events -e 1 2>/dev/null || { echo "needs Debian's package libschedule-cron-events-perl"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >next.pl <<'PERL'
use strict;
use POSIX;
use Schedule::Cron::Events;

$ENV{TZ} = "America/New_York";
print "Schedule::Cron::Events $Schedule::Cron::Events::VERSION\n";
for my $line ("0 9 */14 * *", "0 9 1,15,29 * *", "0 9 1 */5 *", "0 */12 1 * *", "30 2 14 3 *") {
    my $cron = Schedule::Cron::Events->new($line, Seconds => mktime(0, 0, 0, 1, 11, 126));
    my @next = map { my @time = $cron->nextEvent; strftime("%F/%R", @time) } 1 .. 4;
    print "$line: @next\n";
}
PERL
TZ=America/New_York perl next.pl | tee seen
diff seen - <<'TEXT'
Schedule::Cron::Events 1.96
0 9 */14 * *: 2026-12-14/09:00 2026-12-28/09:00 2027-01-14/09:00 2027-01-28/09:00
0 9 1,15,29 * *: 2026-12-01/09:00 2026-12-15/09:00 2026-12-29/09:00 2027-01-01/09:00
0 9 1 */5 *: 2027-05-01/09:00 2027-10-01/09:00 2028-05-01/09:00 2028-10-01/09:00
0 */12 1 * *: 2026-12-01/12:00 2027-01-01/00:00 2027-01-01/12:00 2027-02-01/00:00
30 2 14 3 *: 2027-03-14/02:30 2028-03-14/02:30 2029-03-14/02:30 2030-03-14/02:30
TEXT
