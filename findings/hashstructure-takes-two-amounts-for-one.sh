#!/usr/bin/env bash
# Go's hashstructure 1.1.0 (Debian 12), by which programs make a key of an order, e.g. to send it once. It leaves out members that are not exported, so amounts of
# shopspring's decimal.Decimal 1.2.0 and of math/big have one hash: two orders over 50.00 and 19.99 with equal other members have one key, and the second isn't sold.
# There is no error.
# Safe: a hash of the order's JSON text; `hash:"string"` on such members, which takes their String().
# Needs Debian 12's golang-go, golang-github-mitchellh-hashstructure-dev and golang-github-shopspring-decimal-dev.
set -euo pipefail
sources=/usr/share/gocode/src/github.com
[ -d $sources/mitchellh/hashstructure ] && [ -d $sources/shopspring/decimal ] && [ -x /usr/bin/go ] ||
  { echo "needs Debian's packages golang-go, golang-github-mitchellh-hashstructure-dev and golang-github-shopspring-decimal-dev"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >key.go <<'GO'
package main

import (
	"fmt"
	"math/big"

	"github.com/mitchellh/hashstructure"
	"github.com/shopspring/decimal"
)

type order struct {
	Buyer  string
	Amount decimal.Decimal
}

type safe struct {
	Buyer  string
	Amount decimal.Decimal `hash:"string"`
}

func key(value any) uint64 {
	hash, err := hashstructure.Hash(value, nil)
	if err != nil {
		panic(err)
	}
	return hash
}

func main() {
	fifty, other := decimal.RequireFromString("50.00"), decimal.RequireFromString("19.99")
	fmt.Println("one key for 50.00 and 19.99, decimal.Decimal:", key(order{"Lee", fifty}) == key(order{"Lee", other}))
	fmt.Println("one key for two buyers:", key(order{"Lee", fifty}) == key(order{"Chan", fifty}))
	fmt.Println("one key for 5000 and 1999, *big.Int:", key(big.NewInt(5000)) == key(big.NewInt(1999)))
	fmt.Println("one key for 50.00 and 19.99, float64:", key(50.00) == key(19.99))
	fmt.Println("one key for 50.00 and 19.99, by their String():", key(safe{"Lee", fifty}) == key(safe{"Lee", other}))
}
GO
GO111MODULE=off GOPATH=/usr/share/gocode GOCACHE=$folder/cache /usr/bin/go run key.go | tee seen
diff seen - <<'TEXT'
one key for 50.00 and 19.99, decimal.Decimal: true
one key for two buyers: false
one key for 5000 and 1999, *big.Int: true
one key for 50.00 and 19.99, float64: false
one key for 50.00 and 19.99, by their String(): false
TEXT
