#!/usr/bin/env bash
# Groovy 2.4.21 (Debian 12), the language of pipelines of Jenkins. JsonSlurper reads a number of 20 digits as a long that overflows: the order 12345678901234567890 is
# -6101065172474983726, printed and written again, without an error. JsonSlurperClassic has it right. Division keeps ten digits: three thirds of 20.00 are
# 20.0000000001.
# Safe: ids in quotes, or JsonSlurperClassic; (total / 3).setScale(2, RoundingMode.DOWN) and the rest to the last part.
# Needs Debian 12's groovy.
set -euo pipefail
command -v groovy >/dev/null || { echo "needs Debian's package groovy"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >order.groovy <<'GROOVY'
import groovy.json.JsonOutput
import groovy.json.JsonSlurper
import groovy.json.JsonSlurperClassic

for (id in ["100000000000000051", "9223372036854775807", "9223372036854775808", "12345678901234567890"]) {
    def text = /{"id":$id}/
    println "$id: ${new JsonSlurper().parseText(text).id} ${JsonOutput.toJson(new JsonSlurper().parseText(text))}, classic ${new JsonSlurperClassic().parseText(text).id}"
}
println "thirds: ${20.00 / 3 * 3}"
GROOVY
groovy order.groovy 2>/dev/null | tee seen
diff seen - <<'TEXT'
100000000000000051: 100000000000000051 {"id":100000000000000051}, classic 100000000000000051
9223372036854775807: 9223372036854775807 {"id":9223372036854775807}, classic 9223372036854775807
9223372036854775808: -9223372036854775808 {"id":-9223372036854775808}, classic 9223372036854775808
12345678901234567890: -6101065172474983726 {"id":-6101065172474983726}, classic 12345678901234567890
thirds: 20.0000000001
TEXT
