#!/usr/bin/env bash
# Go's govaluate 3.0.0 (Debian 12), by which shops write rules such as "amount > 20 && status == 'SUCCESS'". A text in quotes that is written as a date is a number of seconds,
# so reference == '2026-01-05' is false for the order that has this reference, and so is in; '2026-01' and '20260105' are fine. Each number is a double: two order
# ids of 18 digits are equal. None is an error.
# Safe: pass the text to compare with as a parameter too, and ids as texts.
# Needs Debian 12's golang-go and golang-github-knetic-govaluate-dev.
set -euo pipefail
[ -d /usr/share/gocode/src/github.com/Knetic/govaluate ] && [ -x /usr/bin/go ] || { echo "needs Debian's packages golang-go and golang-github-knetic-govaluate-dev"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >rules.go <<'GO'
package main

import (
	"fmt"

	"github.com/Knetic/govaluate"
)

func main() {
	for _, reference := range []string{"A-1", "2026-01", "2026-01-05", "20260105", "2026-01-05 12:30", "2026-01-05T12:30:00Z"} {
		rule, _ := govaluate.NewEvaluableExpression("reference == '" + reference + "'")
		literal, _ := rule.Evaluate(map[string]any{"reference": reference})
		rule, _ = govaluate.NewEvaluableExpression("reference == wanted")
		parameter, _ := rule.Evaluate(map[string]any{"reference": reference, "wanted": reference})
		fmt.Printf("%s: as a text in the rule %v, as a parameter %v\n", reference, literal, parameter)
	}
	rule, _ := govaluate.NewEvaluableExpression("reference in ('2026-01-05', '2026-01-06')")
	found, err := rule.Evaluate(map[string]any{"reference": "2026-01-05"})
	fmt.Println("in:", found, err)
	rule, _ = govaluate.NewEvaluableExpression("id == 100000000000000052")
	found, err = rule.Evaluate(map[string]any{"id": 100000000000000051})
	fmt.Println("100000000000000051 == 100000000000000052:", found, err)
}
GO
GO111MODULE=off GOPATH=/usr/share/gocode GOCACHE=$folder/cache /usr/bin/go run rules.go | tee seen
diff seen - <<'TEXT'
A-1: as a text in the rule true, as a parameter true
2026-01: as a text in the rule true, as a parameter true
2026-01-05: as a text in the rule false, as a parameter true
20260105: as a text in the rule true, as a parameter true
2026-01-05 12:30: as a text in the rule false, as a parameter true
2026-01-05T12:30:00Z: as a text in the rule false, as a parameter true
in: false <nil>
100000000000000051 == 100000000000000052: true <nil>
TEXT
