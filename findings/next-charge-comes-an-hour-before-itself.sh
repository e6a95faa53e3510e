#!/usr/bin/env bash
# Debian 12's Perl module Schedule::Cron 1.05 and Go's gorhill/cronexpr 1.0.0. A daily charge at 02:30 in New York, on March 8, 2026, when clocks go from 02:00 to 03:00: both say that it is next
# due at 01:30, and asked at 01:30 they say 01:30 once more. A loop that waits for the next time charges over and over until the hour has passed. Schedule::Cron
# does so as well with 01:30 on November 1, when that hour comes twice.
# Safe: schedules in UTC, and a charge that is made once for an order and a day, whatever the clock says.
# Needs Debian 12's libschedule-cron-perl, golang-go and golang-github-gorhill-cronexpr-dev.
set -euo pipefail
perl -MSchedule::Cron -e1 2>/dev/null && [ -d /usr/share/gocode/src/github.com/gorhill/cronexpr ] && [ -x /usr/bin/go ] || {
  echo "needs Debian's packages libschedule-cron-perl, golang-go and golang-github-gorhill-cronexpr-dev"
  exit 1
}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >next.pl <<'PERL'
use strict;
use warnings;
use POSIX qw(mktime strftime);
use Schedule::Cron;
my $cron = Schedule::Cron->new(sub { });
for my $case (["30 2 * * *", mktime(0, 0, 12, 7, 2, 126)], ["30 1 * * *", mktime(0, 0, 12, 31, 9, 126)]) {
    my ($line, $time) = @$case;
    print "Schedule::Cron, $line:";
    for (1 .. 3) {
        $time = $cron->get_next_execution_time($line, $time);
        print strftime(" %m-%d %H:%M %Z", localtime $time);
    }
    print "\n";
}
PERL
cat >next.go <<'GO'
package main

import (
	"fmt"
	"time"

	"github.com/gorhill/cronexpr"
)

func main() {
	for _, day := range []time.Time{time.Date(2026, 3, 7, 12, 0, 0, 0, time.Local), time.Date(2026, 10, 31, 12, 0, 0, 0, time.Local)} {
		line := map[time.Month]string{3: "30 2 * * *", 10: "30 1 * * *"}[day.Month()]
		fmt.Print("cronexpr, ", line, ":")
		for count := 0; count < 3; count++ {
			day = cronexpr.MustParse(line).Next(day)
			fmt.Print(day.Format(" 01-02 15:04 MST"))
		}
		fmt.Println()
	}
}
GO
export TZ=America/New_York
{
  perl next.pl
  GO111MODULE=off GOPATH=/usr/share/gocode GOCACHE=$folder/cache /usr/bin/go run next.go
} | tee seen
diff seen - <<'TEXT'
Schedule::Cron, 30 2 * * *: 03-08 01:30 EST 03-08 01:30 EST 03-08 01:30 EST
Schedule::Cron, 30 1 * * *: 11-01 01:30 EDT 11-01 01:30 EDT 11-01 01:30 EDT
cronexpr, 30 2 * * *: 03-08 01:30 EST 03-08 01:30 EST 03-08 01:30 EST
cronexpr, 30 1 * * *: 11-01 01:30 EDT 11-02 01:30 EST 11-03 01:30 EST
TEXT
