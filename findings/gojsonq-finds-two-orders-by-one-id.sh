#!/usr/bin/env bash
# Go's queries over JSON (Debian 12). gojsonq 2.5.2: Where("id", "=", id) finds both of two orders whose ids of 18 digits differ by one, and Sum of amounts that are texts is 0,
# with an error in Error() alone; Where("text", ">", "20.00") finds none of them. gojsondiff 1.0.0 says that an order with another id is the same.
# Safe: ids as texts; amounts read with a decimal library.
# Needs Debian 12's golang-go, golang-github-thedevsaddam-gojsonq-dev and golang-github-yudai-gojsondiff-dev.
set -euo pipefail
[ -d /usr/share/gocode/src/github.com/thedevsaddam/gojsonq ] && [ -d /usr/share/gocode/src/github.com/yudai/gojsondiff ] && [ -x /usr/bin/go ] || { echo "needs Debian's packages golang-go, golang-github-thedevsaddam-gojsonq-dev and golang-github-yudai-gojsondiff-dev"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >report.go <<'GO'
package main

import (
	"fmt"

	"github.com/thedevsaddam/gojsonq"
	"github.com/yudai/gojsondiff"
)

func main() {
	report := gojsonq.New().JSONString(`{"orders":[
		{"id":100000000000000051,"reference":"A-1","amount":50.00,"text":"50.00"},
		{"id":100000000000000052,"reference":"A-2","amount":100.00,"text":"100.00"}]}`)
	fmt.Println("Where id:", report.Copy().From("orders").Where("id", "=", 100000000000000051).Pluck("reference"))
	sums := report.Copy().From("orders")
	fmt.Println("Sum of numbers:", sums.Sum("amount"), sums.Error())
	sums = report.Copy().From("orders")
	fmt.Println("Sum of texts:", sums.Sum("text"), sums.Error())
	fmt.Println("more than 20.00:", report.Copy().From("orders").Where("text", ">", "20.00").Pluck("reference"))
	changes, err := gojsondiff.New().Compare([]byte(`{"id":100000000000000051}`), []byte(`{"id":100000000000000052}`))
	fmt.Println("gojsondiff sees a change:", changes.Modified(), err)
}
GO
GO111MODULE=off GOPATH=/usr/share/gocode GOCACHE=$folder/cache /usr/bin/go run report.go | tee seen
diff seen - <<'TEXT'
Where id: [A-1 A-2]
Sum of numbers: 150 <nil>
Sum of texts: 0 gojsonq: property text's value '50.00' is not numeric
more than 20.00: []
gojsondiff sees a change: false <nil>
TEXT
