#!/usr/bin/env bash
# Tcllib's pki (1.21 of Debian 12) signs with SHA-1 unless the digest is named: pki::sign $text $key. A service that expects
# SHA256withRSA refuses it. pki::sign $text $key sha256 is right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -q tcllib >/dev/null 2>&1
dpkg-deb --extract tcllib_*.deb .
dpkg-deb --field tcllib_*.deb Version
openssl genrsa -traditional -out key.pem 2048 2>/dev/null
openssl rsa -in key.pem -pubout -out public.pem 2>/dev/null
printf 'text' >text
cat >sign.tcl <<'TCL'
lappend auto_path [glob usr/share/tcltk/tcllib*]
package require pki
set file [open key.pem]
set key [pki::pkcs::parse_key [read $file]]
foreach {name args} {default {} named sha256} {
  set out [open $name wb]
  puts -nonewline $out [pki::sign text $key {*}$args]
  close $out
}
TCL
tclsh sign.tcl
seen="default: $(openssl dgst -sha1 -verify public.pem -signature default text) as SHA-1; named: $(openssl dgst -sha256 -verify public.pem -signature named text) as SHA-256"
echo "seen:     $seen"
[ "$seen" = "default: Verified OK as SHA-1; named: Verified OK as SHA-256" ]
