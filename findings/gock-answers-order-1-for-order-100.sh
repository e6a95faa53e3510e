#!/usr/bin/env bash
# Go's gock 1.1.2 (Debian 12), mocks of HTTP: the path is a regular expression without ends, so a mock of /orders/1 answers for /orders/100 and /old/orders/1, and a mock of a sale answers for each amount unless it names
# the body. A test passes for a shop that asks for another order.
# Safe: Get("^/orders/1$"), and JSON(body) or BodyString(body).
# Needs Debian 12's golang-go and golang-gopkg-h2non-gock.v1-dev.
set -euo pipefail
[ -d /usr/share/gocode/src/gopkg.in/h2non/gock.v1 ] && [ -x /usr/bin/go ] || { echo "needs Debian's packages golang-go and golang-gopkg-h2non-gock.v1-dev"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >orders.go <<'GO'
package main

import (
	"fmt"
	"net/http"
	"strings"

	"gopkg.in/h2non/gock.v1"
)

func main() {
	for _, path := range []string{"/orders/1", "^/orders/1$"} {
		for _, asked := range []string{"/orders/1", "/orders/100", "/old/orders/1"} {
			gock.New("http://payments.example").Get(path).Reply(200)
			_, err := http.Get("http://payments.example" + asked)
			fmt.Println("the mock of", path, "answers for", asked+":", err == nil)
			gock.Off()
		}
	}
	sale := `{"reference":"A-1","amount":50.00}`
	for _, body := range []string{"", sale} {
		mock := gock.New("http://payments.example").Post("^/orders$")
		if body != "" {
			mock.BodyString(body)
		}
		mock.Reply(200)
		_, err := http.Post("http://payments.example/orders", "application/json", strings.NewReader(`{"reference":"A-1","amount":0.50}`))
		fmt.Printf("the mock of a sale with the body %q answers for 0.50: %v\n", body, err == nil)
		gock.Off()
	}
}
GO
GO111MODULE=off GOPATH=/usr/share/gocode GOCACHE=$folder/cache /usr/bin/go run orders.go | tee seen
diff seen - <<'TEXT'
the mock of /orders/1 answers for /orders/1: true
the mock of /orders/1 answers for /orders/100: true
the mock of /orders/1 answers for /old/orders/1: true
the mock of ^/orders/1$ answers for /orders/1: true
the mock of ^/orders/1$ answers for /orders/100: false
the mock of ^/orders/1$ answers for /old/orders/1: false
the mock of a sale with the body "" answers for 0.50: true
the mock of a sale with the body "{\"reference\":\"A-1\",\"amount\":50.00}" answers for 0.50: false
TEXT
