#!/usr/bin/env bash
# mgo 2016.08.01 (Debian 12), MongoDB's old driver for Go. An amount kept as bson.Decimal128 is {} in JSON, by encoding/json and by bson.MarshalJSON, without an error: the
# shop's answers and messages have {"amount":{}}. {} is read back as 0E-6176, without an error. The official driver's primitive.Decimal128 is the text "50.00".
# Safe: amount.String() into a text member, or the official driver.
# Needs Debian 12's golang-go, golang-gopkg-mgo.v2-dev and golang-mongodb-mongo-driver-dev.
set -euo pipefail
[ -d /usr/share/gocode/src/gopkg.in/mgo.v2/bson ] && [ -d /usr/share/gocode/src/go.mongodb.org/mongo-driver ] && [ -x /usr/bin/go ] || { echo "needs Debian's packages golang-go, golang-gopkg-mgo.v2-dev and golang-mongodb-mongo-driver-dev"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >order.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"

	"go.mongodb.org/mongo-driver/bson/primitive"
	"gopkg.in/mgo.v2/bson"
)

func main() {
	amount, _ := bson.ParseDecimal128("50.00")
	order := map[string]any{"reference": "A-1", "amount": amount}
	plain, err := json.Marshal(order)
	fmt.Println("encoding/json:", string(plain), err)
	own, err := bson.MarshalJSON(order)
	fmt.Print("bson.MarshalJSON: ", string(own))
	var read struct{ Amount bson.Decimal128 }
	fmt.Println("read back:", json.Unmarshal(plain, &read), read.Amount)
	now, _ := primitive.ParseDecimal128("50.00")
	official, err := json.Marshal(map[string]any{"amount": now})
	fmt.Println("the official driver:", string(official), err)
}
GO
GO111MODULE=off GOPATH=/usr/share/gocode GOCACHE=$folder/cache /usr/bin/go run order.go | tee seen
diff seen - <<'TEXT'
encoding/json: {"amount":{},"reference":"A-1"} <nil>
bson.MarshalJSON: {"amount":{},"reference":"A-1"}
read back: <nil> 0E-6176
the official driver: {"amount":"50.00"} <nil>
TEXT
