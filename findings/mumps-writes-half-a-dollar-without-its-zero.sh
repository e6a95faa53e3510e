#!/usr/bin/env bash
# MUMPS (FIS GT.M 7.0 of Debian 12), a language of banks and hospitals, writes 0.50 as .5, which isn't JSON, and 50.00 as 50
# once it is used as a number. Numbers have 18 digits: a 19-digit reference that meets a + ends in 0.
# $fnumber(x,"",2) writes 0.50.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -q fis-gtm-7.0 >/dev/null 2>&1
dpkg-deb --extract fis-gtm-7.0_*.deb .
dpkg-deb --field fis-gtm-7.0_*.deb Version
gtm_dist=$(dirname "$(find "$folder" -type f -name mumps | head -1)")
export gtm_dist gtmroutines="$folder $gtm_dist" gtm_log="$folder" gtm_tmp="$folder"
printf '%s\n' 'amounts ; writes amounts' ' write 0.50,! write +"50.00",! write +"1234567890123456789",! write $fnumber(0.5,"",2),!' ' quit' >amounts.m
seen=$("$gtm_dist/mumps" -run amounts | tr '\n' ' ')
echo "seen:     $seen"
expected=".5 50 1234567890123456780 0.50 "
echo "expected: $expected"
[ "$seen" = "$expected" ]
