#!/usr/bin/env bash
# Go's json-iterator 1.1.12 (Debian 12) with extra.RegisterFuzzyDecoders(), which is made for answers of PHP. An integer of 1E+3, as Java's BigDecimal writes
# a thousand, is 1, while 1.5E+3 is 1500. 19.99 is 19. A text is read as far as it is a number: "1,234.50", "1 234.50" and "1.234,50" are 1, 1 and 1.234 as
# a float, without an error. encoding/json refuses all of these.
# Safe: json.Number, or amounts as texts and a decimal library; no fuzzy decoders for money.
# Needs Debian 12's golang-go and golang-github-json-iterator-go-dev.
set -euo pipefail
[ -d /usr/share/gocode/src/github.com/json-iterator/go/extra ] && [ -x /usr/bin/go ] || { echo "needs Debian's packages golang-go and golang-github-json-iterator-go-dev"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >answer.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"

	jsoniter "github.com/json-iterator/go"
	"github.com/json-iterator/go/extra"
)

func main() {
	extra.RegisterFuzzyDecoders()
	for _, amount := range []string{`1E+3`, `1.5E+3`, `3e9`, `19.99`, `"19.99"`, `"1,234.50"`, `"1 234.50"`, `"1.234,50"`, `"50 HKD"`} {
		var whole int64
		var float float64
		errWhole, errFloat := jsoniter.UnmarshalFromString(amount, &whole), jsoniter.UnmarshalFromString(amount, &float)
		fmt.Println(amount, "int64", whole, errWhole, "float64", float, errFloat, "encoding/json refuses:", json.Unmarshal([]byte(amount), &whole) != nil)
	}
}
GO
GO111MODULE=off GOPATH=/usr/share/gocode GOCACHE=$folder/cache /usr/bin/go run answer.go | tee seen
diff seen - <<'TEXT'
1E+3 int64 1 <nil> float64 1000 <nil> encoding/json refuses: true
1.5E+3 int64 1500 <nil> float64 1500 <nil> encoding/json refuses: true
3e9 int64 3 <nil> float64 3e+09 <nil> encoding/json refuses: true
19.99 int64 19 <nil> float64 19.99 <nil> encoding/json refuses: true
"19.99" int64 19 <nil> float64 19.99 <nil> encoding/json refuses: true
"1,234.50" int64 1 <nil> float64 1 <nil> encoding/json refuses: true
"1 234.50" int64 1 <nil> float64 1 <nil> encoding/json refuses: true
"1.234,50" int64 1 <nil> float64 1.234 <nil> encoding/json refuses: true
"50 HKD" int64 50 <nil> float64 50 <nil> encoding/json refuses: true
TEXT
