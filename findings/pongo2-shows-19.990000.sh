#!/usr/bin/env bash
# pongo2 4.0.2 (Debian 12), Django's templates for Go. {{ amount }} of 19.99 is 19.990000, and 1234.5 is 1234.500000. {{ a + b }} of the texts "50.00" and "0.10" is 50, and
# a|add:b is 50.000.10. "1,234.50"|floatformat:2 is 0.00, and |integer of 19.99 is 19. cents/100 of 1999 is 19. None is an error. Django shows 19.99, and nothing for
# "1,234.50"|floatformat:2.
# Safe: amount|floatformat:2, or texts that the shop has formatted.
# Needs Debian 12's golang-go and golang-github-flosch-pongo2.v4-dev.
set -euo pipefail
[ -d /usr/share/gocode/src/github.com/flosch/pongo2 ] && [ -x /usr/bin/go ] || { echo "needs Debian's packages golang-go and golang-github-flosch-pongo2.v4-dev"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >bill.go <<'GO'
package main

import (
	"fmt"

	"github.com/flosch/pongo2"
)

func main() {
	values := pongo2.Context{"amount": 19.99, "large": 1234.5, "cents": 1999, "a": "50.00", "b": "0.10", "groups": "1,234.50"}
	for _, text := range []string{"{{ amount }}", "{{ large }}", "{{ amount|floatformat:2 }}", "{{ amount|floatformat }}", "{{ a + b }}", "{{ a|add:b }}", "{{ groups|floatformat:2 }}", "{{ amount|integer }}", "{{ cents / 100 }}"} {
		template, err := pongo2.FromString(text)
		if err != nil {
			panic(err)
		}
		written, err := template.Execute(values)
		fmt.Println(text, written, err)
	}
}
GO
GO111MODULE=off GOPATH=/usr/share/gocode GOCACHE=$folder/cache /usr/bin/go run bill.go | tee seen
diff seen - <<'TEXT'
{{ amount }} 19.990000 <nil>
{{ large }} 1234.500000 <nil>
{{ amount|floatformat:2 }} 19.99 <nil>
{{ amount|floatformat }} 20.0 <nil>
{{ a + b }} 50 <nil>
{{ a|add:b }} 50.000.10 <nil>
{{ groups|floatformat:2 }} 0.00 <nil>
{{ amount|integer }} 19 <nil>
{{ cents / 100 }} 19 <nil>
TEXT
