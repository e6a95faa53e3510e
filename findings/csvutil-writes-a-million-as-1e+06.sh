#!/usr/bin/env bash
# Go's writers of Debian 12 and an amount of a million or more: csvutil 1.7.1 writes 1000000 into a bank's CSV as 1E+06 and 12345678.91 as 1.234567891E+07; go-querystring 1.1.0 sends 1e+06 in a
# form or an address; go-pretty 6.4.4 shows 1.234567891e+07 in a table and its CSV. 999999.99 is written as it is, so that tests don't see it. In yen or
# rupiahs such orders are common.
# Safe: cents as int64; amounts as text by strconv.FormatFloat(amount, 'f', 2, 64).
# Needs Debian 12's golang-go, golang-github-jszwec-csvutil-dev, golang-github-google-go-querystring-dev and golang-github-jedib0t-go-pretty-dev.
set -euo pipefail
sources=/usr/share/gocode/src/github.com
[ -d $sources/jszwec/csvutil ] && [ -d $sources/google/go-querystring ] && [ -d $sources/jedib0t/go-pretty ] && [ -x /usr/bin/go ] ||
  { echo "needs Debian's packages golang-go, golang-github-jszwec-csvutil-dev, golang-github-google-go-querystring-dev and golang-github-jedib0t-go-pretty-dev"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >write.go <<'GO'
package main

import (
	"fmt"
	"strings"

	"github.com/google/go-querystring/query"
	"github.com/jedib0t/go-pretty/table"
	"github.com/jszwec/csvutil"
)

type order struct {
	Amount float64 `csv:"amount" url:"amount"`
}

func main() {
	for _, amount := range []float64{999999.99, 1000000, 12345678.91} {
		lines, _ := csvutil.Marshal([]order{{amount}})
		form, _ := query.Values(order{amount})
		report := table.NewWriter()
		report.AppendRow(table.Row{amount})
		fmt.Printf("%.2f: csvutil %s, go-querystring %s, go-pretty %s\n", amount, strings.Fields(string(lines))[1], form.Encode(), report.RenderCSV())
	}
}
GO
GO111MODULE=off GOPATH=/usr/share/gocode GOCACHE=$folder/cache /usr/bin/go run write.go | tee seen
diff seen - <<'TEXT'
999999.99: csvutil 999999.99, go-querystring amount=999999.99, go-pretty 999999.99
1000000.00: csvutil 1E+06, go-querystring amount=1e%2B06, go-pretty 1e+06
12345678.91: csvutil 1.234567891E+07, go-querystring amount=1.234567891e%2B07, go-pretty 1.234567891e+07
TEXT
