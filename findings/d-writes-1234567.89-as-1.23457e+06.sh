#!/usr/bin/env bash
# D by LDC 1.30 (Debian 12). to!string, text, writeln and "%s" of a double keep six digits: a price of 1234567.89 goes into a query as 1.23457e+06, and two orders of 12345678.91 and 12345681.02 look alike.
# std.json writes eighteen digits: 19.99 is 19.9899999999999984. quantize!floor(price, 0.01) takes a cent from 1076 of the 9999 whole cents to 99.99. A month after January 31 is March 3 by
# add!"months", and roll!"months" of December 15 is January 15 of the same year.
# Safe: format("%.2f"), cents as long, and add!"months"(1, AllowDayOverflow.no).
# Needs Debian 12's ldc.
set -euo pipefail
command -v ldc2 >/dev/null || { echo "needs Debian's package ldc"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >prices.d <<'D'
import std.conv, std.datetime.date, std.format, std.json, std.math, std.stdio;

void main() {
  foreach (price; [19.99, 123456.5, 1234567.89, 12345678.91, 12345681.02])
    writefln("amount=%s, %%.2f %.2f, JSON %s", price.to!string, price, JSONValue(["amount": price]));
  int less;
  foreach (cents; 1 .. 10000) if (quantize!floor(cents / 100.0, 0.01) < cents / 100.0 - 0.001) less++;
  writeln("whole cents that floor makes less: ", less, ", such as 0.29 to ", quantize!floor(0.29, 0.01));
  auto renewal = Date(2026, 1, 31), safe = Date(2026, 1, 31), december = Date(2026, 12, 15);
  writeln("a month after January 31: ", renewal.add!"months"(1), ", without overflow ", safe.add!"months"(1, AllowDayOverflow.no));
  writeln("December 15, rolled by a month: ", december.roll!"months"(1));
}
D
ldc2 -of=prices prices.d
./prices | tee seen
diff seen - <<'TEXT'
amount=19.99, %.2f 19.99, JSON {"amount":19.9899999999999984}
amount=123456, %.2f 123456.50, JSON {"amount":123456.5}
amount=1.23457e+06, %.2f 1234567.89, JSON {"amount":1234567.8899999999}
amount=1.23457e+07, %.2f 12345678.91, JSON {"amount":12345678.9100000001}
amount=1.23457e+07, %.2f 12345681.02, JSON {"amount":12345681.0199999996}
whole cents that floor makes less: 1076, such as 0.29 to 0.28
a month after January 31: 2026-Mar-03, without overflow 2026-Feb-28
December 15, rolled by a month: 2026-Jan-15
TEXT
