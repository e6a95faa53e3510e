#!/usr/bin/env bash
# Tcl 8.6 (Debian 12). == compares texts as numbers if both look like numbers: the references 0051 and 41 are one order, as a leading zero is octal, and so
# are 1E5 and 100000, and 0x1F and 31. A query's answer for another order passes such a check. incr makes 42 of 0051 and an error of 0099. 1999 cents
# divided by 100 are 19, and int(19.99 * 100) is 1998.
# Safe: eq and ne for references, [scan $text %d], and format %.2f [expr {$cents / 100.0}].
# Needs Debian 12's tcl.
set -euo pipefail
command -v tclsh >/dev/null || { echo "needs Debian's package tcl"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >compare.tcl <<'TCL'
foreach {sold answered} {0051 41 1E5 100000 0x1F 31 A-1 A-1 0099 99} {
  puts "$sold and $answered: == [expr {$sold == $answered}], eq [expr {$sold eq $answered}]"
}
foreach reference {0051 0099} {
  catch { incr reference } next
  puts "the next one: $next"
}
puts "cents: [expr {1999 / 100}], [expr {int(19.99 * 100)}], [format %.2f [expr {1999 / 100.0}]]"
TCL
tclsh compare.tcl | tee seen
diff seen - <<'TEXT'
0051 and 41: == 1, eq 0
1E5 and 100000: == 1, eq 0
0x1F and 31: == 1, eq 0
A-1 and A-1: == 1, eq 1
0099 and 99: == 0, eq 0
the next one: 42
the next one: expected integer but got "0099"
cents: 19, 1998, 19.99
TEXT
