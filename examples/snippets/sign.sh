#!/usr/bin/env bash
# The request text on stdin → the envelope to post. Needs openssl and jq.
set -euo pipefail
: "${PAYMENT_SANDBOX_PRIVATE_KEY_FILE:?is not set: run it inside payment-sandbox exec or eval its env}"
request=$(cat)
signature=$(printf %s "$request" | openssl dgst -sha256 -sign "$PAYMENT_SANDBOX_PRIVATE_KEY_FILE" | base64 | tr -d '\n')
jq -n --arg request "$request" --arg signature "$signature" '{$request, $signature}'
