#!/usr/bin/env bash
# Go's golang.org/x/sync 0.1.0 (Debian 12). singleflight runs one of two equal calls and gives both its end, with the context of the first caller: who closes the tab first ends the second shopper's call, too, who waits with an open tab, and is told
# "context canceled". errgroup.WithContext ends all other charges of a batch with the first decline; those that had been sent are charged, and their answers are thrown away. ristretto 0.0.3: Set says
# true, and the order isn't there when the next request asks at once, or ever, so that it counts as new.
# Safe: a context of its own inside singleflight, errgroup without a context, and known orders in the database.
# Needs Debian 12's golang-go, golang-golang-x-sync-dev and golang-github-dgraph-io-ristretto-dev.
set -euo pipefail
[ -d /usr/share/gocode/src/golang.org/x/sync/singleflight ] && [ -d /usr/share/gocode/src/github.com/dgraph-io/ristretto ] && [ -x /usr/bin/go ] || { echo "needs Debian's packages golang-go, golang-golang-x-sync-dev and golang-github-dgraph-io-ristretto-dev"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >shop.go <<'GO'
package main

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/dgraph-io/ristretto"
	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/singleflight"
)

var sent atomic.Int32

func charge(ctx context.Context, order string) (interface{}, error) {
	sent.Add(1)
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-time.After(time.Second):
		return "receipt of " + order, nil
	}
}

func main() {
	var group singleflight.Group
	first, leave := context.WithCancel(context.Background())
	ended := make(chan string, 2)
	query := func(who string, ctx context.Context) {
		answer, err, _ := group.Do("A-1", func() (interface{}, error) { return charge(ctx, "A-1") })
		ended <- fmt.Sprint(who, ": ", answer, ", ", err)
	}
	go query("the first shopper, who leaves", first)
	time.Sleep(200 * time.Millisecond)
	go func() { query("the second shopper, who waits", context.Background()) }()
	time.Sleep(200 * time.Millisecond)
	leave()
	answers := []string{<-ended, <-ended}
	if answers[0] > answers[1] {
		answers[0], answers[1] = answers[1], answers[0]
	}
	fmt.Println("singleflight:", answers[0])
	fmt.Println("singleflight:", answers[1])

	sent.Store(0)
	batch, ctx := errgroup.WithContext(context.Background())
	var receipts atomic.Int32
	for _, order := range []string{"B-1", "B-2", "B-3"} {
		order := order
		batch.Go(func() error {
			if order == "B-2" {
				time.Sleep(200 * time.Millisecond)
				return errors.New("B-2 is declined")
			}
			_, err := charge(ctx, order)
			if err == nil {
				receipts.Add(1)
			}
			return err
		})
	}
	fmt.Printf("errgroup: %v; %d other charges were sent, %d receipts\n", batch.Wait(), sent.Load(), receipts.Load())

	known, err := ristretto.NewCache(&ristretto.Config{NumCounters: 1000, MaxCost: 100, BufferItems: 64})
	if err != nil {
		panic(err)
	}
	isSet := known.Set("A-1", true, 1)
	_, isThere := known.Get("A-1")
	isTooBig := known.Set("A-2", true, 1000)
	time.Sleep(200 * time.Millisecond)
	_, isEver := known.Get("A-2")
	fmt.Printf("ristretto: A-1 set %t, there %t; A-2, larger than the cache: set %t, there %t\n", isSet, isThere, isTooBig, isEver)
}
GO
GOCACHE=$folder/cache GO111MODULE=off GOPATH=/usr/share/gocode /usr/bin/go run shop.go | tee seen
diff seen - <<'TEXT'
singleflight: the first shopper, who leaves: <nil>, context canceled
singleflight: the second shopper, who waits: <nil>, context canceled
errgroup: B-2 is declined; 2 other charges were sent, 0 receipts
ristretto: A-1 set true, there false; A-2, larger than the cache: set true, there false
TEXT
