#!/usr/bin/env bash
# A notification's body on stdin → "valid" (exit 0) or "invalid" (exit 1). Needs openssl and jq.
set -euo pipefail
: "${PAYMENT_SANDBOX_PUBLIC_KEY_FILE:?is not set: run it inside payment-sandbox exec or eval its env}"
body=$(cat)
signature=$(mktemp)
trap 'rm -f "$signature"' EXIT
jq -r .signature <<<"$body" | base64 -d >"$signature" || true
jq -j 'del(.signature) | to_entries | map("\(.key)=\(.value)") | sort | join("&")' <<<"$body" |
  openssl dgst -sha256 -verify "$PAYMENT_SANDBOX_PUBLIC_KEY_FILE" -signature "$signature" >/dev/null 2>&1 ||
  { echo invalid; exit 1; }
echo valid
