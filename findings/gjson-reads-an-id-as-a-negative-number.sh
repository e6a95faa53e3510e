#!/usr/bin/env bash
# Go's quick readers of JSON (Debian 12), each without an error. gjson 1.14.4: Int() of an order id of 20 digits is a negative number; of "50.00" in quotes 0, while of 50.00
# it is 50; Float() of "1,234.50" is 0. fastjson 1.6.3 and simplejson 0.5.0: GetInt and MustInt of 50.00 are 0, as of each number that is written with a point,
# and GetFloat64 and MustFloat64 of "50.00" are 0. jsonparser has errors.
# Safe: gjson's Raw or String(), fastjson's Get(…).Float64() and simplejson's Float64() with their errors; ids as texts.
# Needs Debian 12's golang-go, golang-github-tidwall-gjson-dev, golang-github-valyala-fastjson-dev and golang-github-bitly-go-simplejson-dev.
set -euo pipefail
for folder in tidwall/gjson valyala/fastjson bitly/go-simplejson; do
  [ -d /usr/share/gocode/src/github.com/$folder ] && [ -x /usr/bin/go ] || { echo "needs Debian's packages golang-go, golang-github-tidwall-gjson-dev, golang-github-valyala-fastjson-dev and golang-github-bitly-go-simplejson-dev"; exit 1; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >answer.go <<'GO'
package main

import (
	"fmt"

	simplejson "github.com/bitly/go-simplejson"
	"github.com/tidwall/gjson"
	"github.com/valyala/fastjson"
)

func main() {
	answer := `{"number":50.00,"text":"50.00","groups":"1,234.50","id":100000000000000051,"long":12345678901234567890}`
	fast, _ := fastjson.Parse(answer)
	simple, _ := simplejson.NewJson([]byte(answer))
	for _, name := range []string{"number", "text", "groups", "id", "long"} {
		member := gjson.Get(answer, name)
		fmt.Println(name, member.Raw)
		fmt.Printf("  gjson %d %.2f, fastjson %d %.2f, simplejson %d %.2f\n", member.Int(), member.Float(), fast.GetInt64(name), fast.GetFloat64(name), simple.Get(name).MustInt64(), simple.Get(name).MustFloat64())
	}
}
GO
GO111MODULE=off GOPATH=/usr/share/gocode GOCACHE=$folder/cache /usr/bin/go run answer.go | tee seen
diff seen - <<'TEXT'
number 50.00
  gjson 50 50.00, fastjson 0 50.00, simplejson 0 50.00
text "50.00"
  gjson 0 50.00, fastjson 0 0.00, simplejson 0 0.00
groups "1,234.50"
  gjson 0 0.00, fastjson 0 0.00, simplejson 0 0.00
id 100000000000000051
  gjson 100000000000000051 100000000000000048.00, fastjson 100000000000000051 100000000000000048.00, simplejson 100000000000000051 100000000000000048.00
long 12345678901234567890
  gjson -6101065172474983726 12345678901234567168.00, fastjson 0 12345678901234567168.00, simplejson 0 12345678901234567168.00
TEXT
