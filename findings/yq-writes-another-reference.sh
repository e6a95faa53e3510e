#!/usr/bin/env bash
# Python's yq 3.1.0 with jq 1.6 (Debian 12), which changes YAML files of orders and scenarios. yq -y -i reads by YAML 1.1 and by jq's doubles: to set one member, it also writes the reference
# 0051 as 41, an order id of 18 digits with other last digits, and 50.00 as 50.
# Safe: quotes in the file: reference: "0051".
# Needs Debian 12's yq.
set -euo pipefail
command -v yq >/dev/null || { echo "needs Debian's package yq"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >order.yaml <<'YAML'
reference: 0051
quoted: "0051"
id: 100000000000000051
amount: 50.00
status: OPEN
YAML
yq -y -i '.status = "SUCCESS"' order.yaml
tee seen <order.yaml
diff seen - <<'TEXT'
reference: 41
quoted: '0051'
id: 100000000000000050
amount: 50
status: SUCCESS
TEXT
