#!/usr/bin/env bash
# Sprig 3.2.3 (Debian 12), the functions of Helm's and many Go programs' templates. round of a negative amount is wrong: -19.994 with two decimals is -20, and of the whole
# cents from -0.01 to -99.99, which need no rounding, 573 become a cent more, such as -0.07 as -0.08. Positive ones are right. add, sub, mul, div, max and min drop
# the cents of each amount first, so sub of 19.99 and 0.01 is 19; int of "19.99" is 0, of "50.00" 50 and of the reference 0051 41, without an error.
# Safe: printf "%.2f"; addf, subf, mulf, maxf; atoi for a reference.
# Needs Debian 12's golang-go and golang-github-masterminds-sprig-dev.
set -euo pipefail
[ -d /usr/share/gocode/src/github.com/Masterminds/sprig ] && [ -x /usr/bin/go ] || { echo "needs Debian's packages golang-go and golang-github-masterminds-sprig-dev"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >bill.go <<'GO'
package main

import (
	"fmt"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
)

func written(text string, value any) string {
	var out strings.Builder
	if err := template.Must(template.New("bill").Funcs(sprig.TxtFuncMap()).Parse(text)).Execute(&out, value); err != nil {
		return err.Error()
	}
	return out.String()
}

func main() {
	for _, sign := range []float64{1, -1} {
		wrong := 0
		for cents := 1; cents <= 9999; cents++ {
			amount := sign * float64(cents) / 100
			if written("{{round . 2}}", amount) != fmt.Sprint(amount) {
				wrong++
			}
		}
		fmt.Printf("round of whole cents, sign %v: %d of 9999 change\n", sign, wrong)
	}
	for _, text := range []string{`{{round -0.07 2}}`, `{{round -19.994 2}}`, `{{printf "%.2f" -19.994}}`, `{{add 19.99 0.02}}`, `{{sub 19.99 0.01}}`, `{{mul 19.99 3}}`, `{{div 1999 100}}`, `{{max 19.99 19.50}}`, `{{addf 19.99 0.02}}`, `{{int "19.99"}}`, `{{int "50.00"}}`, `{{int "0051"}}`, `{{atoi "0051"}}`} {
		fmt.Println(text, written(text, nil))
	}
}
GO
GO111MODULE=off GOPATH=/usr/share/gocode GOCACHE=$folder/cache /usr/bin/go run bill.go | tee seen
diff seen - <<'TEXT'
round of whole cents, sign 1: 0 of 9999 change
round of whole cents, sign -1: 573 of 9999 change
{{round -0.07 2}} -0.08
{{round -19.994 2}} -20
{{printf "%.2f" -19.994}} -19.99
{{add 19.99 0.02}} 19
{{sub 19.99 0.01}} 19
{{mul 19.99 3}} 57
{{div 1999 100}} 19
{{max 19.99 19.50}} 19
{{addf 19.99 0.02}} 20.01
{{int "19.99"}} 0
{{int "50.00"}} 50
{{int "0051"}} 41
{{atoi "0051"}} 51
TEXT
