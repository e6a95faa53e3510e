#!/usr/bin/env bash
# Go's hedgedhttp 0.7.2 (Debian 12) sends a request again while the first one is still under way, if it takes longer than the time given, whatever the method: a capture or a void, a POST without a body, that takes a second
# arrives three times with NewClient(100ms, 3, …). A sale, with a body, arrives once, because the body has been read by then; a GET is what it is made for.
# Safe: another client for POST.
# Needs Debian 12's golang-go and golang-github-cristalhq-hedgedhttp-dev.
set -euo pipefail
[ -d /usr/share/gocode/src/github.com/cristalhq/hedgedhttp ] && [ -x /usr/bin/go ] || { echo "needs Debian's packages golang-go and golang-github-cristalhq-hedgedhttp-dev"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >capture.go <<'GO'
package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"time"

	"github.com/cristalhq/hedgedhttp"
)

func main() {
	var calls int32
	server := httptest.NewServer(http.HandlerFunc(func(writer http.ResponseWriter, request *http.Request) {
		io.ReadAll(request.Body)
		atomic.AddInt32(&calls, 1)
		time.Sleep(time.Second)
	}))
	client, _ := hedgedhttp.NewClient(100*time.Millisecond, 3, &http.Client{})
	send := func(name, method string, body io.Reader) {
		atomic.StoreInt32(&calls, 0)
		request, _ := http.NewRequest(method, server.URL, body)
		_, err := client.Do(request)
		fmt.Println(name, "arrives", atomic.LoadInt32(&calls), "times, an error:", err != nil)
	}
	send("a query", "GET", nil)
	send("a capture without a body", "POST", nil)
	send("a sale", "POST", strings.NewReader(`{"amount":50.00}`))
}
GO
GO111MODULE=off GOPATH=/usr/share/gocode GOCACHE=$folder/cache /usr/bin/go run capture.go | tee seen
diff seen - <<'TEXT'
a query arrives 3 times, an error: false
a capture without a body arrives 3 times, an error: false
a sale arrives 1 times, an error: false
TEXT
