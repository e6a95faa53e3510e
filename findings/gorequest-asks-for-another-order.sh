#!/usr/bin/env bash
# Go's gorequest 0.2.15 (Debian 12): Query() with a struct or a map writes an order id of 18 digits as a float64, so 100000000000000051 is asked for as 100000000000000050, another order. Send(), forms and a query as
# a text keep it.
# Safe: ids as strings, or Query("id=…").
# Needs Debian 12's golang-go and golang-github-parnurzeal-gorequest-dev.
set -euo pipefail
[ -d /usr/share/gocode/src/github.com/parnurzeal/gorequest ] && [ -x /usr/bin/go ] || { echo "needs Debian's packages golang-go and golang-github-parnurzeal-gorequest-dev"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >order.go <<'GO'
package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"

	"github.com/parnurzeal/gorequest"
)

type query struct {
	ID int64 `json:"id"`
}

func main() {
	server := httptest.NewServer(http.HandlerFunc(func(writer http.ResponseWriter, request *http.Request) {
		body, _ := io.ReadAll(request.Body)
		fmt.Fprint(writer, request.URL.RawQuery, string(body))
	}))
	show := func(name string, agent *gorequest.SuperAgent) {
		_, asked, _ := agent.End()
		fmt.Println(name+":", asked)
	}
	id := int64(100000000000000051)
	show("Query of a struct", gorequest.New().Get(server.URL).Query(query{id}))
	show("Query of a map", gorequest.New().Get(server.URL).Query(map[string]any{"id": id}))
	show("Query of a text", gorequest.New().Get(server.URL).Query(fmt.Sprint("id=", id)))
	show("Send of a struct", gorequest.New().Post(server.URL).Send(query{id}))
	show("a form", gorequest.New().Post(server.URL).Type("form").Send(query{id}))
}
GO
GO111MODULE=off GOPATH=/usr/share/gocode GOCACHE=$folder/cache /usr/bin/go run order.go | tee seen
diff seen - <<'TEXT'
Query of a struct: id=100000000000000050
Query of a map: id=100000000000000050
Query of a text: id=100000000000000051
Send of a struct: {"id":100000000000000051}
a form: id=100000000000000051
TEXT
