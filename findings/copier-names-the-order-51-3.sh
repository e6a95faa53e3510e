#!/usr/bin/env bash
# Go's copier 0.3.2 (Debian 12), which copies a request's members into a record of the same names. Types that differ are converted as Go converts them, without an error:
# the order 51 becomes the reference "3", the character of that number; 1999 cents are -49 in an int8 and 3000000000 are negative in an int32; 19.99 is 19 in an int; a refund of -50 is
# 18446744073709551566 in a uint. The reference "0051" leaves an int at 0, and an amount of decimal.Decimal a float64 at 0.
# Safe: equal types on both sides; Option{Converters} for the others.
# Needs Debian 12's golang-go, golang-github-jinzhu-copier-dev and golang-github-shopspring-decimal-dev.
set -euo pipefail
sources=/usr/share/gocode/src/github.com
[ -d $sources/jinzhu/copier ] && [ -d $sources/shopspring/decimal ] && [ -x /usr/bin/go ] ||
  { echo "needs Debian's packages golang-go, golang-github-jinzhu-copier-dev and golang-github-shopspring-decimal-dev"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >copy.go <<'GO'
package main

import (
	"fmt"

	"github.com/jinzhu/copier"
	"github.com/shopspring/decimal"
)

type request struct {
	Order  int
	Cents  int
	Yen    int
	Amount float64
	Refund int
	Number string
	Price  decimal.Decimal
}

type record struct {
	Order  string
	Cents  int8
	Yen    int32
	Amount int
	Refund uint
	Number int
	Price  float64
}

func main() {
	var kept record
	err := copier.Copy(&kept, request{51, 1999, 3000000000, 19.99, -50, "0051", decimal.RequireFromString("50.00")})
	fmt.Printf("error: %v\norder 51: %q\n1999 cents: %d\n3000000000 yen: %d\n19.99: %d\na refund of -50: %d\nthe reference 0051: %d\na price of 50.00: %v\n",
		err, kept.Order, kept.Cents, kept.Yen, kept.Amount, kept.Refund, kept.Number, kept.Price)
}
GO
GO111MODULE=off GOPATH=/usr/share/gocode GOCACHE=$folder/cache /usr/bin/go run copy.go | tee seen
diff seen - <<'TEXT'
error: <nil>
order 51: "3"
1999 cents: -49
3000000000 yen: -1294967296
19.99: 19
a refund of -50: 18446744073709551566
the reference 0051: 0
a price of 50.00: 0
TEXT
