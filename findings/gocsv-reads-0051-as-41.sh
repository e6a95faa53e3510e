#!/usr/bin/env bash
# Go's gocsv 0.0~git20180113 (Debian 12). A field of an integer type is read as Go's source would be: the reference 0051 is octal, 41, which is another order; 0x1F is 31
# and 1_0 is 10. An amount that is missing is 0, without an error.
# Safe: string for references and ids, and a type with UnmarshalCSV for amounts.
# Needs Debian 12's golang-go and golang-github-gocarina-gocsv-dev.
set -euo pipefail
[ -d /usr/share/gocode/src/github.com/gocarina/gocsv ] && [ -x /usr/bin/go ] || { echo "needs Debian's packages golang-go and golang-github-gocarina-gocsv-dev"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >report.csv <<'CSV'
reference,amount
41,19.99
0051,50.00
0x1F,1.00
1_0,1.00
52,
CSV
cat >report.go <<'GO'
package main

import (
	"fmt"
	"os"

	"github.com/gocarina/gocsv"
)

type text struct {
	Reference string `csv:"reference"`
}

type number struct {
	Reference int     `csv:"reference"`
	Amount    float64 `csv:"amount"`
}

func main() {
	report, _ := os.ReadFile("report.csv")
	var texts []text
	var numbers []number
	fmt.Println("errors:", gocsv.UnmarshalBytes(report, &texts), gocsv.UnmarshalBytes(report, &numbers))
	for row, order := range numbers {
		fmt.Println(texts[row].Reference, "is", order.Reference, "with", order.Amount)
	}
}
GO
GO111MODULE=off GOPATH=/usr/share/gocode GOCACHE=$folder/cache /usr/bin/go run report.go | tee seen
diff seen - <<'TEXT'
errors: <nil> <nil>
41 is 41 with 19.99
0051 is 41 with 50
0x1F is 31 with 1
1_0 is 10 with 1
52 is 52 with 0
TEXT
