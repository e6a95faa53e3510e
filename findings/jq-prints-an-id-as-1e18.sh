#!/usr/bin/env bash
# jq 1.6 (Debian 12's jq, needed here) keeps numbers as doubles and prints those from 1e17 on with an exponent: an id of 19 digits,
# 1000000000000000001, comes out as 1e+18, and another one as 12345678901234567000. Texts in quotes are kept.
set -euo pipefail
jq --version
seen=$(printf '%s' '{"id":1000000000000000001,"other":12345678901234567890,"text":"1000000000000000001","amount":50.00}' | jq -c .)
echo "seen:     $seen"
expected='{"id":1e+18,"other":12345678901234567000,"text":"1000000000000000001","amount":50}'
echo "expected: $expected"
[ "$seen" = "$expected" ]
