#!/usr/bin/env bash
# Raku 2022.12 with JSON::Fast 0.17 (Debian 12). Words in angle brackets, arguments of MAIN and environment variables that look like numbers are numbers and
# texts at once. Printed and compared they are the text 0051; in JSON they are the number 51, 1E5 is 100000e0, 1/2 is 0.5 and 1_000 is 1000, so a sale goes
# out under another reference.
# Safe: to-json({ merchantReference => $reference.Str }). A type Str for MAIN's parameter changes nothing.
# Needs Debian 12's rakudo and raku-json-fast.
set -euo pipefail
command -v raku >/dev/null || { echo "needs Debian's packages rakudo and raku-json-fast"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >shop.raku <<'RAKU'
use JSON::Fast;
sub MAIN(*@references) {
  say "$_ is sent as { to-json($_) }, as a text { to-json(.Str) }" for @references;
  my %order = <merchantReference 0051 currency HKD>;
  say to-json(%order, :!pretty, :sorted-keys), ", equal to the text: ", %order<merchantReference> eq "0051";
  say to-json("0051,51".split(","), :!pretty), " from split, ", to-json(%*ENV<REFERENCE>), " from the environment";
}
RAKU
REFERENCE=0051 raku shop.raku 0051 1E5 1/2 0x1F 1_000 A-1 | tee seen
diff seen - <<'TEXT'
0051 is sent as 51, as a text "0051"
1E5 is sent as 100000e0, as a text "1E5"
1/2 is sent as 0.5, as a text "1/2"
0x1F is sent as 31, as a text "0x1F"
1_000 is sent as 1000, as a text "1_000"
A-1 is sent as "A-1", as a text "A-1"
{"currency":"HKD","merchantReference":51}, equal to the text: True
["0051","51"] from split, 51 from the environment
TEXT
