#!/usr/bin/env bash
# REXX computes with nine digits unless told otherwise (Regina 3.6 of Debian 12). An order id of ten digits, as services with
# 31 bits have, becomes a power of ten as soon as it meets an operator, and 12,345,678.91 loses a cent when one is added.
# "numeric digits 20" at the top mends both.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -q regina-rexx libregina3 >/dev/null 2>&1
for package in *.deb; do dpkg-deb --extract "$package" .; done
dpkg-deb --field regina-rexx_*.deb Version
printf '%s\n' '/* */' 'say 1234567890 + 0' 'say 12345678.91 + 0.01' 'say 9999999.99 + 0.01' 'numeric digits 20' 'say 1234567890 + 0' >sum.rexx
seen=$(LD_LIBRARY_PATH=$(dirname "$(find . -name 'libregina.so*' | head -1)") ./usr/bin/regina "$folder/sum.rexx" | tr '\n' ' ')
echo "seen:     $seen"
expected="1.23456789E+9 12345678.9 10000000.0 1234567890 "
echo "expected: $expected"
[ "$seen" = "$expected" ]
