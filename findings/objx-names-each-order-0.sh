#!/usr/bin/env bash
# objx 0.5.0 (Debian 12), Go's map for JSON texts, on which testify stands. Of an order that FromJSON read, Get("id").Int64() is 0 for each order, as are Int32, Uint and Uint64, because
# JSON's numbers are float64 and only Int looks into those; an amount of "50.00" in quotes is 0 by Float64, and of a form, by FromURLQuery, all numbers are 0. No error is given, so
# that all orders have one id. Int of an id of 18 digits is another id.
# Safe: json.Unmarshal into a struct; Get(…).IsInt64() before Int64().
# Needs Debian 12's golang-go and golang-github-stretchr-objx-dev.
set -euo pipefail
[ -d /usr/share/gocode/src/github.com/stretchr/objx ] && [ -x /usr/bin/go ] || { echo "needs Debian's packages golang-go and golang-github-stretchr-objx-dev"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >read.go <<'GO'
package main

import (
	"fmt"

	"github.com/stretchr/objx"
)

func main() {
	for _, text := range []string{`{"id": 51, "cents": 1999, "amount": "50.00"}`, `{"id": 100000000000000051, "cents": 500, "amount": 5.00}`} {
		order := objx.MustFromJSON(text)
		fmt.Println(text)
		fmt.Printf("  id: Int64 %d, Int %d, IsInt64 %v; cents: Int64 %d, Uint %d, Int %d; amount: Float64 %v\n", order.Get("id").Int64(), order.Get("id").Int(),
			order.Get("id").IsInt64(), order.Get("cents").Int64(), order.Get("cents").Uint(), order.Get("cents").Int(), order.Get("amount").Float64())
	}
	form := objx.MustFromURLQuery("cents=1999&amount=50.00")
	fmt.Printf("a form: cents: Int %d; amount: Float64 %v\n", form.Get("cents").Int(), form.Get("amount").Float64())
}
GO
GO111MODULE=off GOPATH=/usr/share/gocode GOCACHE=$folder/cache /usr/bin/go run read.go | tee seen
diff seen - <<'TEXT'
{"id": 51, "cents": 1999, "amount": "50.00"}
  id: Int64 0, Int 51, IsInt64 false; cents: Int64 0, Uint 0, Int 1999; amount: Float64 0
{"id": 100000000000000051, "cents": 500, "amount": 5.00}
  id: Int64 0, Int 100000000000000048, IsInt64 false; cents: Int64 0, Uint 0, Int 500; amount: Float64 5
a form: cents: Int 0; amount: Float64 0
TEXT
