#!/usr/bin/env bash
# Go's cenkalti/backoff 4.1.3 (Debian 12), as its README shows it: backoff.Retry(sell, backoff.NewExponentialBackOff()) calls the function again for each error for 15 minutes, whatever the
# error says, so that a card that is declined, or a sale whose answer is lost, is tried 23 to 27 times. Go's resty 2.6.0 with SetRetryCount(3) sends a POST four times after a lost
# answer, and after each of its own timeouts; after a 500 or a decline once.
# Safe: return backoff.Permanent(err) for a decline and for a sale without an answer, which the shop queries; no SetRetryCount for sales.
# (The clock and the service are stand-ins.) Needs Debian 12's golang-go, golang-github-cenkalti-backoff-dev and golang-github-go-resty-resty-dev.
set -euo pipefail
sources=/usr/share/gocode/src/github.com
[ -d $sources/cenkalti/backoff ] && [ -d $sources/go-resty/resty ] && [ -x /usr/bin/go ] ||
  { echo "needs Debian's packages golang-go, golang-github-cenkalti-backoff-dev and golang-github-go-resty-resty-dev"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >sell.go <<'GO'
package main

import (
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strconv"
	"time"

	"github.com/cenkalti/backoff"
	"github.com/go-resty/resty"
)

type clock struct{ at time.Time }

func (c *clock) Now() time.Time { return c.at }

type timer struct {
	clock *clock
	done  chan time.Time
}

func (t *timer) Start(wait time.Duration) {
	t.clock.at = t.clock.at.Add(wait)
	t.done = make(chan time.Time, 1)
	t.done <- t.clock.at
}
func (t *timer) Stop()               {}
func (t *timer) C() <-chan time.Time { return t.done }

func tries(refusal error, factor float64) (count int, took time.Duration) {
	now := &clock{time.Now()}
	start := now.at
	wait := backoff.NewExponentialBackOff()
	wait.Clock, wait.RandomizationFactor = now, factor
	wait.Reset()
	backoff.RetryNotifyWithTimer(func() error { count++; return refusal }, wait, nil, &timer{clock: now})
	return count, now.at.Sub(start)
}

func main() {
	declined := errors.New("declined")
	count, took := tries(declined, 0)
	fmt.Printf("backoff, a declined card without its random part: %d tries in %d minutes\n", count, int(took.Minutes()))
	count, _ = tries(declined, backoff.DefaultRandomizationFactor)
	fmt.Println("as it begins, more than 20 tries:", count > 20)
	count, _ = tries(backoff.Permanent(declined), 0)
	fmt.Println("Permanent:", count)

	log.SetOutput(io.Discard)
	sold := 0
	service := httptest.NewServer(http.HandlerFunc(func(answer http.ResponseWriter, request *http.Request) {
		sold++
		status, err := strconv.Atoi(request.URL.Path[1:])
		if err != nil {
			panic(http.ErrAbortHandler)
		}
		answer.WriteHeader(status)
	}))
	service.Config.ErrorLog = log.New(io.Discard, "", 0)
	for _, path := range []string{"lost", "402", "500", "503"} {
		sold = 0
		client := resty.New().SetRetryCount(3).SetRetryWaitTime(time.Millisecond).SetLogger(quiet{})
		client.R().SetBody("amount=50.00").Post(service.URL + "/" + path)
		fmt.Printf("resty with SetRetryCount(3), %s: %d\n", path, sold)
	}
}

type quiet struct{}

func (quiet) Errorf(string, ...interface{}) {}
func (quiet) Warnf(string, ...interface{})  {}
func (quiet) Debugf(string, ...interface{}) {}
GO
GO111MODULE=off GOPATH=/usr/share/gocode GOCACHE=$folder/cache /usr/bin/go run sell.go | tee seen
diff seen - <<'TEXT'
backoff, a declined card without its random part: 25 tries in 14 minutes
as it begins, more than 20 tries: true
Permanent: 1
resty with SetRetryCount(3), lost: 4
resty with SetRetryCount(3), 402: 1
resty with SetRetryCount(3), 500: 1
resty with SetRetryCount(3), 503: 1
TEXT
