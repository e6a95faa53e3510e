#!/usr/bin/env bash
# groff 1.22.4 (Debian 12), to which a shop pipes a plain text of a receipt or a letter. A line that begins with a point or an apostrophe is an order to groff: ".50 shipping" and "'Early bird' discount -5.00" are
# left out, without a warning and with exit code 0. So the lines no longer add up to the total. A backslash takes what follows it: the reference A\*1 loses two signs.
# Safe: \& before each line, and \e for a backslash, or a printer of plain text such as pr or paps.
# Needs Debian 12's groff-base.
set -euo pipefail
[ -x /usr/bin/groff ] || { echo "needs Debian's package groff-base"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >receipt <<'TEXT'
Reference A\*1
2 shoes        50.00
.50 shipping
'Early bird' discount  -5.00
0.50 gift wrap
Total          46.00
TEXT
{
  /usr/bin/groff -Tascii <(echo .nf; cat receipt) 2>messages | sed '/^$/d'
  echo "messages: $(wc -l <messages)"
  echo "with \\& and \\e:"
  /usr/bin/groff -Tascii <(echo .nf; sed 's/\\/\\e/g; s/^/\\\&/' receipt) 2>&1 | sed '/^$/d'
} | tee seen
diff seen - <<'TEXT'
Reference A
2 shoes        50.00
0.50 gift wrap
Total          46.00
messages: 0
with \& and \e:
Reference A\*1
2 shoes        50.00
.50 shipping
'Early bird' discount  -5.00
0.50 gift wrap
Total          46.00
TEXT
