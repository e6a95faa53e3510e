#!/usr/bin/env bash
# gocron 1.18.0 (Debian 12), a scheduler of Go. Every(2).Weeks().Monday() runs every week. Every(1).Month(1, 15).At("09:00") runs twice on March 1 in New York, at 8:00
# and at 9:00, because it takes 14 days of 24 hours off March 15, beyond the change of clocks; Every(2).Months(1, 15) runs on the 1st alone. Every(1).Day().At("02:30") runs
# twice on the day on which clocks go forward, at 1:30 and at 3:30. Every(3).Days().At("09:00;21:00") leaves out the second time.
# Safe: Cron("0 9 1,15 * *"), Every(2).Weeks() without a weekday, a key of the order and its month on each charge.
# The clock and the timer are the scheduler's own hooks for tests.
# Needs Debian 12's golang-go and golang-github-go-co-op-gocron-dev.
set -euo pipefail
[ -d /usr/share/gocode/src/github.com/go-co-op/gocron ] && [ -x /usr/bin/go ] || { echo "needs Debian's packages golang-go and golang-github-go-co-op-gocron-dev"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >charge.go <<'GO'
package main

import (
	"fmt"
	"time"

	"github.com/go-co-op/gocron"
)

type clock struct{ at *time.Time }

func (c clock) Now(zone *time.Location) time.Time    { return c.at.In(zone) }
func (c clock) Unix(sec int64, nsec int64) time.Time { return time.Unix(sec, nsec) }
func (c clock) Sleep(time.Duration)                  {}

func show(name, start string, build func(*gocron.Scheduler) *gocron.Scheduler) {
	zone, _ := time.LoadLocation("America/New_York")
	now, _ := time.ParseInLocation("2006-01-02", start, zone)
	schedule := gocron.NewScheduler(zone)
	schedule.CustomTime(clock{&now})
	var wait time.Duration
	var fire func()
	schedule.CustomTimer(func(after time.Duration, run func()) *time.Timer {
		wait, fire = after, run
		return time.NewTimer(time.Hour)
	})
	if _, err := build(schedule).WaitForSchedule().Do(func() {}); err != nil {
		panic(err)
	}
	schedule.StartAsync()
	fmt.Printf("%s:", name)
	for run := 0; run < 6; run++ {
		now = now.Add(wait + time.Millisecond)
		fmt.Print(now.Format(" 01-02/15:04"))
		fire()
	}
	fmt.Println()
}

func main() {
	show("every 2 weeks, Monday", "2027-01-15", func(s *gocron.Scheduler) *gocron.Scheduler { return s.Every(2).Weeks().Monday().At("09:00") })
	show("every 2 weeks", "2027-01-15", func(s *gocron.Scheduler) *gocron.Scheduler { return s.Every(2).Weeks().At("09:00") })
	show("monthly, 1 and 15", "2027-01-16", func(s *gocron.Scheduler) *gocron.Scheduler { return s.Every(1).Month(1, 15).At("09:00") })
	show("cron, 1 and 15", "2027-01-16", func(s *gocron.Scheduler) *gocron.Scheduler { return s.Cron("0 9 1,15 * *") })
	show("every 2 months, 1 and 15", "2027-04-16", func(s *gocron.Scheduler) *gocron.Scheduler { return s.Every(2).Months(1, 15).At("09:00") })
	show("daily, 02:30", "2027-03-12", func(s *gocron.Scheduler) *gocron.Scheduler { return s.Every(1).Day().At("02:30") })
	show("every 3 days, twice", "2027-01-15", func(s *gocron.Scheduler) *gocron.Scheduler { return s.Every(3).Days().At("09:00;21:00") })
}
GO
GO111MODULE=off GOPATH=/usr/share/gocode GOCACHE=$folder/cache /usr/bin/go run charge.go | tee seen
diff seen - <<'TEXT'
every 2 weeks, Monday: 01-18/09:00 01-25/09:00 02-01/09:00 02-08/09:00 02-15/09:00 02-22/09:00
every 2 weeks: 01-29/09:00 02-12/09:00 02-26/09:00 03-12/09:00 03-26/09:00 04-09/09:00
monthly, 1 and 15: 02-01/09:00 02-15/09:00 03-01/08:00 03-01/09:00 03-15/09:00 04-01/10:00
cron, 1 and 15: 02-01/09:00 02-15/09:00 03-01/09:00 03-15/09:00 04-01/09:00 04-15/09:00
every 2 months, 1 and 15: 06-01/09:00 08-01/09:00 10-01/09:00 12-01/09:00 02-01/09:00 04-01/09:00
daily, 02:30: 03-12/02:30 03-13/02:30 03-14/01:30 03-14/03:30 03-15/03:30 03-16/02:30
every 3 days, twice: 01-18/09:00 01-21/09:00 01-24/09:00 01-27/09:00 01-30/09:00 02-02/09:00
TEXT
