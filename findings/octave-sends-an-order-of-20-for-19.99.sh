#!/usr/bin/env bash
# Octave 7.3 and octave-jsonlab 2.0 (Debian 12). Cents in an integer type, divided by 100, stay integers and are rounded: 1999 is sent as 20, and 5050 as 51.
# jsondecode and jsonencode don't bring back what they read: a list of one item is an object, null is [], and a-b is a_b, so a signed order that is read
# and sent again is another text. jsonlab's savejson writes ten digits: from eleven digits on, an order's id is another one.
# Safe: double(cents) / 100, { } around lists, sprintf("%d", id) as a text, and keep the text that was signed.
# Needs Debian 12's octave and octave-jsonlab.
set -euo pipefail
command -v octave-cli >/dev/null || { echo "needs Debian's packages octave and octave-jsonlab"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >shop.m <<'OCTAVE'
pkg load jsonlab
cents = int32([1999 5050 999]);
disp(jsonencode(struct("amounts", cents / 100)));
disp(jsonencode(struct("amounts", double(cents) / 100)));
disp(jsonencode(jsondecode('{"lineItems":[{"quantity":1}],"email":null,"a-b":1}')));
for id = [1234567890 12345678901]
  disp(jsonencode(struct("id", id)));
  disp(savejson("", struct("id", id), "Compact", 1));
end
OCTAVE
octave-cli --quiet shop.m | tee seen
diff seen - <<'TEXT'
{"amounts":[20,51,10]}
{"amounts":[19.99,50.5,9.99]}
{"lineItems":{"quantity":1},"email":[],"a_b":1}
{"id":1234567890.0}
{"id":1234567890}
{"id":12345678901.0}
{"id":1.23456789e+10}
TEXT
