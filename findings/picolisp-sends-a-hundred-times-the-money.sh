#!/usr/bin/env bash
# PicoLisp (Debian 12's 23.2) keeps 19.99 at (scl 2) as the integer 1999, and its own JSON library prints that integer.
# So {"amount": 1999} leaves for 19.99. (format 19.99 2) makes the text that was meant.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -q picolisp >/dev/null 2>&1
dpkg-deb --extract picolisp_*.deb .
dpkg-deb --field picolisp_*.deb Version
printf '%s\n' '(scl 2)' '(load "@lib/json.l")' "(printJson (list '(amount . 19.99)))" '(prinl)' '(prinl (format 19.99 2))' '(bye)' >amount.l
seen=$(usr/bin/picolisp usr/lib/picolisp/lib.l "$folder/amount.l" </dev/null 2>&1 | tr '\n' ' ')
echo "seen:     $seen"
case "$seen" in *'"amount": 1999}'*19.99*) ;; *) exit 1 ;; esac
