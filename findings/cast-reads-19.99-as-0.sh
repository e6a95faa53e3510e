#!/usr/bin/env bash
# Go's readers of settings and of loose maps (Debian 12). spf13/cast 1.5.0, which viper uses: ToInt("50.00") is 50, but ToInt("19.99") and ToInt("1e5") are 0, and ToFloat64("1,234.50") is 0,
# without an error. A reference is read as Go's source would be: ToInt("0051") is 41 and ToInt("0089") is 0. mapstructure 1.5.0 with WeakDecode: "0051" is 41, too,
# 19.99 is 19, -0.5 and an empty text are 0. envconfig 1.3.0: 0051 is 41; ghodss/yaml 1.0.0: ref: 0051 is 41, and an id of 23 digits a float.
# Safe: string for references and ids; ToFloat64E, or a decimal library, for amounts; WeaklyTypedInput off.
# Needs Debian 12's golang-go, golang-github-spf13-cast-dev, golang-github-mitchellh-mapstructure-dev, golang-github-kelseyhightower-envconfig-dev and golang-github-ghodss-yaml-dev.
set -euo pipefail
for folder in spf13/cast mitchellh/mapstructure kelseyhightower/envconfig ghodss/yaml; do
  [ -d /usr/share/gocode/src/github.com/$folder ] && [ -x /usr/bin/go ] || { echo "needs Debian's packages golang-go, golang-github-spf13-cast-dev, golang-github-mitchellh-mapstructure-dev, golang-github-kelseyhightower-envconfig-dev and golang-github-ghodss-yaml-dev"; exit 1; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >settings.go <<'GO'
package main

import (
	"fmt"
	"os"

	"github.com/ghodss/yaml"
	"github.com/kelseyhightower/envconfig"
	"github.com/mitchellh/mapstructure"
	"github.com/spf13/cast"
)

type order struct{ Ref int }

func main() {
	for _, text := range []string{"50.00", "19.99", "1,234.50", "1e5", "0051", "0089"} {
		fmt.Println("cast", text, "int", cast.ToInt(text), "float", cast.ToFloat64(text))
	}
	for _, value := range []any{"0051", 19.99, -0.5, "", true, "50.00"} {
		var read order
		err := mapstructure.WeakDecode(map[string]any{"ref": value}, &read)
		fmt.Printf("mapstructure %T %v is %d, an error: %v\n", value, value, read.Ref, err != nil)
	}
	os.Setenv("SHOP_REF", "0051")
	var read order
	fmt.Println("envconfig", envconfig.Process("shop", &read), read.Ref)
	json, err := yaml.YAMLToJSON([]byte("ref: 0051\nlong: 12345678901234567890123\namount: 50.00\n"))
	fmt.Println("yaml", string(json), err)
}
GO
GO111MODULE=off GOPATH=/usr/share/gocode GOCACHE=$folder/cache /usr/bin/go run settings.go | tee seen
diff seen - <<'TEXT'
cast 50.00 int 50 float 50
cast 19.99 int 0 float 19.99
cast 1,234.50 int 0 float 0
cast 1e5 int 0 float 100000
cast 0051 int 41 float 51
cast 0089 int 0 float 89
mapstructure string 0051 is 41, an error: false
mapstructure float64 19.99 is 19, an error: false
mapstructure float64 -0.5 is 0, an error: false
mapstructure string  is 0, an error: false
mapstructure bool true is 1, an error: false
mapstructure string 50.00 is 0, an error: true
envconfig <nil> 41
yaml {"amount":50,"long":1.2345678901234568e+22,"ref":41} <nil>
TEXT
