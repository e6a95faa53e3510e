#!/usr/bin/env bash
# xargs of findutils 4.9.0 (Debian 12), which runs a shop's charge once for each reference. A command that ends with 255 stops the whole run: exit(-1) of PHP, of C and of a shell is 255, as is an uncaught error of PHP. A-3
# and A-4 aren't charged, while any other code lets the run go on. GNU parallel 20221122 goes on. xargs takes quotes and backslashes away: A\1 is charged as A1, "A 1" becomes the two orders A and 1, and
# O'Brien-1 ends the run, too.
# Safe: xargs -d '\n', and a command that never ends with 255.
# Needs Debian 12's parallel and php-cli.
set -euo pipefail
[ -x /usr/bin/parallel ] && [ -x /usr/bin/php ] || { echo "needs Debian's packages parallel and php-cli"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >charge.php <<'PHP'
<?php
echo "charged $argv[1]\n";
if ($argv[1] === "A-2") exit((int) $argv[2]);
if ($argv[1] === "A-9") throw new Exception("the service is away");
PHP
run() { { "$@" || true; } 2>/dev/null | sed -n 's/^charged //p' | paste -sd,; }
charge="/usr/bin/php -d display_errors=0 -d log_errors=0 charge.php"
{
  printf '%s\n' A-1 A-2 A-3 A-4 >due
  for code in 1 254 255 -1; do
    # shellcheck disable=SC2086
    echo "A-2 ends with $code: $(run xargs -I{} $charge {} $code <due)"
  done
  echo "with 255, parallel: $(run /usr/bin/parallel -j1 --will-cite "$charge" {} 255 <due)"
  printf '%s\n' A-8 A-9 A-10 >due
  # shellcheck disable=SC2086
  echo "A-9 throws: $(run xargs -I{} $charge {} <due)"
  for reference in 'A\1' '"A 1"' 'A 1' "O'Brien-1"; do
    # shellcheck disable=SC2086
    echo "$reference and B-1: $(printf '%s\nB-1\n' "$reference" | run xargs -n1 $charge); with -d '\\n': $(printf '%s\nB-1\n' "$reference" | run xargs -d '\n' -n1 $charge)"
  done
} | tee seen
diff seen - <<'TEXT'
A-2 ends with 1: A-1,A-2,A-3,A-4
A-2 ends with 254: A-1,A-2,A-3,A-4
A-2 ends with 255: A-1,A-2
A-2 ends with -1: A-1,A-2
with 255, parallel: A-1,A-2,A-3,A-4
A-9 throws: A-8,A-9
A\1 and B-1: A1,B-1; with -d '\n': A\1,B-1
"A 1" and B-1: A 1,B-1; with -d '\n': "A 1",B-1
A 1 and B-1: A,1,B-1; with -d '\n': A 1,B-1
O'Brien-1 and B-1: ; with -d '\n': O'Brien-1,B-1
TEXT
