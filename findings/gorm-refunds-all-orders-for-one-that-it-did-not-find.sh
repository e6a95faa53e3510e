#!/usr/bin/env bash
# GORM 1.9.6 (jinzhu/gorm, Debian 12, Go). An order that isn't found stays a struct without an id. Who forgets to look at the error, and sets its state, sets it for all orders; who deletes it deletes all orders, without an error. A condition by a
# struct leaves out what is false or 0: Where(&Order{Paid: false}) finds the paid orders, too, and Updates(Order{Refunded: 0}) keeps the old value.
# Safe: the error of First each time, BlockGlobalUpdate(true), and maps for conditions and changes.
# Needs Debian 12's golang-go, gcc, golang-github-jinzhu-gorm-dev and golang-github-mattn-go-sqlite3-dev.
set -euo pipefail
[ -d /usr/share/gocode/src/github.com/jinzhu/gorm ] && [ -d /usr/share/gocode/src/github.com/mattn/go-sqlite3 ] && [ -x /usr/bin/go ] || { echo "needs Debian's packages golang-go, gcc, golang-github-jinzhu-gorm-dev and golang-github-mattn-go-sqlite3-dev"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >shop.go <<'GO'
package main

import (
	"fmt"
	"strings"

	"github.com/jinzhu/gorm"
	_ "github.com/mattn/go-sqlite3"
)

type Order struct {
	ID        uint
	Reference string
	State     string
	Paid      bool
	Refunded  int
}

func tell(name string, orders []Order) {
	var shown []string
	for _, order := range orders {
		shown = append(shown, fmt.Sprintf("%s %s refunded %d", order.Reference, order.State, order.Refunded))
	}
	if shown == nil {
		shown = []string{"none"}
	}
	fmt.Printf("%s: %s\n", name, strings.Join(shown, ", "))
}

func main() {
	for _, isBlocked := range []bool{false, true} {
		db, err := gorm.Open("sqlite3", ":memory:")
		if err != nil {
			panic(err)
		}
		db.DB().SetMaxOpenConns(1)
		db.LogMode(false)
		db.BlockGlobalUpdate(isBlocked)
		db.CreateTable(&Order{})
		db.Create(&Order{Reference: "A-1", State: "OPEN"})
		db.Create(&Order{Reference: "A-2", State: "PAID", Paid: true, Refunded: 10})
		fmt.Printf("BlockGlobalUpdate(%t)\n", isBlocked)
		var found, all []Order
		db.Where(&Order{Paid: false}).Find(&found)
		tell("  not paid, by a struct", found)
		db.Where(map[string]interface{}{"paid": false}).Find(&found)
		tell("  not paid, by a map", found)
		db.Model(&Order{ID: 2}).Updates(Order{Refunded: 0})
		db.Find(&all)
		tell("  refunded is set to 0 by a struct", all)
		var order Order
		db.Where("reference = ?", "A-9").First(&order)
		db.Model(&order).Update("state", "REFUNDED")
		db.Find(&all)
		tell("  A-9, which isn't there, is refunded", all)
		db.Delete(&order)
		db.Find(&all)
		tell("  A-9 is deleted", all)
	}
}
GO
GOCACHE=$folder/cache GO111MODULE=off GOPATH=/usr/share/gocode /usr/bin/go run shop.go | tee seen
diff seen - <<'TEXT'
BlockGlobalUpdate(false)
  not paid, by a struct: A-1 OPEN refunded 0, A-2 PAID refunded 10
  not paid, by a map: A-1 OPEN refunded 0
  refunded is set to 0 by a struct: A-1 OPEN refunded 0, A-2 PAID refunded 10
  A-9, which isn't there, is refunded: A-1 REFUNDED refunded 0, A-2 REFUNDED refunded 10
  A-9 is deleted: none
BlockGlobalUpdate(true)
  not paid, by a struct: A-1 OPEN refunded 0, A-2 PAID refunded 10
  not paid, by a map: A-1 OPEN refunded 0
  refunded is set to 0 by a struct: A-1 OPEN refunded 0, A-2 PAID refunded 10
  A-9, which isn't there, is refunded: A-1 OPEN refunded 0, A-2 PAID refunded 10
  A-9 is deleted: A-1 OPEN refunded 0, A-2 PAID refunded 10
TEXT
