#!/usr/bin/env bash
# Google's jsonapi 1.0.0 for Go (Debian 12), by which services speak JSON:API. UnmarshalPayload reads each number as a float64 first: 19.99 for an int is 19, an int64 of 18 digits is another order's id, and 300 for an int8
# is 44, without an error. marshmallow 1.1.4 does the same, gojay 1.2.13 with 19.99 alone; encoding/json refuses 19.99 and keeps the id.
# Safe: ids and amounts as texts in the attributes.
# Needs Debian 12's golang-go, golang-github-google-jsonapi-dev, golang-github-perimeterx-marshmallow-dev and golang-github-francoispqt-gojay-dev.
set -euo pipefail
sources=/usr/share/gocode/src/github.com
[ -d $sources/google/jsonapi ] && [ -d $sources/perimeterx/marshmallow ] && [ -d $sources/francoispqt/gojay ] && [ -x /usr/bin/go ] ||
  { echo "needs Debian's packages golang-go, golang-github-google-jsonapi-dev, golang-github-perimeterx-marshmallow-dev and golang-github-francoispqt-gojay-dev"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >read.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/francoispqt/gojay"
	"github.com/google/jsonapi"
	"github.com/perimeterx/marshmallow"
)

type sale struct {
	Key   string `jsonapi:"primary,sales" json:"key"`
	Cents int    `jsonapi:"attr,cents" json:"cents"`
	Order int64  `jsonapi:"attr,order" json:"order"`
	Count int8   `jsonapi:"attr,count" json:"count"`
}

func (s *sale) NKeys() int { return 0 }
func (s *sale) UnmarshalJSONObject(decoder *gojay.Decoder, name string) error {
	switch name {
	case "cents":
		return decoder.Int(&s.Cents)
	case "order":
		return decoder.Int64(&s.Order)
	case "count":
		return decoder.Int8(&s.Count)
	}
	return nil
}

func main() {
	for _, text := range []string{`"cents":19.99`, `"order":100000000000000051`, `"count":300`} {
		fmt.Println(text)
		for _, reader := range []struct {
			name string
			read func(*sale) error
		}{
			{"jsonapi", func(s *sale) error {
				return jsonapi.UnmarshalPayload(strings.NewReader(`{"data":{"type":"sales","id":"1","attributes":{`+text+`}}}`), s)
			}},
			{"marshmallow", func(s *sale) error { _, err := marshmallow.Unmarshal([]byte("{"+text+"}"), s); return err }},
			{"gojay", func(s *sale) error { return gojay.UnmarshalJSONObject([]byte("{"+text+"}"), s) }},
			{"encoding/json", func(s *sale) error { return json.Unmarshal([]byte("{"+text+"}"), s) }},
		} {
			var read sale
			err := reader.read(&read)
			fmt.Printf("  %s: cents %d, order %d, count %d, an error: %v\n", reader.name, read.Cents, read.Order, read.Count, err != nil)
		}
	}
}
GO
GO111MODULE=off GOPATH=/usr/share/gocode GOCACHE=$folder/cache /usr/bin/go run read.go | tee seen
diff seen - <<'TEXT'
"cents":19.99
  jsonapi: cents 19, order 0, count 0, an error: false
  marshmallow: cents 19, order 0, count 0, an error: false
  gojay: cents 19, order 0, count 0, an error: false
  encoding/json: cents 0, order 0, count 0, an error: true
"order":100000000000000051
  jsonapi: cents 0, order 100000000000000048, count 0, an error: false
  marshmallow: cents 0, order 100000000000000048, count 0, an error: false
  gojay: cents 0, order 100000000000000051, count 0, an error: false
  encoding/json: cents 0, order 100000000000000051, count 0, an error: false
"count":300
  jsonapi: cents 0, order 0, count 44, an error: false
  marshmallow: cents 0, order 0, count 44, an error: false
  gojay: cents 0, order 0, count 0, an error: true
  encoding/json: cents 0, order 0, count 0, an error: true
TEXT
