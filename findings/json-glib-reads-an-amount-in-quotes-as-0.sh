#!/usr/bin/env bash
# JSON-GLib 1.6.6 (Debian 12), by which programs of GNOME, Vala and GTK read JSON. A member of another type is converted without an error: get_double_member of "50.00"
# is 0, get_int_member of 19.99 is 19 and of -0.5 is 0, and get_string_member of a number is nothing. An id above 2^63 is a negative number, and is
# written so again.
# Safe: get_member(name).get_value_type() first; amounts as texts by get_string_member.
# Needs Debian 12's gir1.2-json-1.0 and python3-gi.
set -euo pipefail
/usr/bin/python3 -c "import gi; gi.require_version('Json', '1.0')" 2>/dev/null || { echo "needs Debian's packages gir1.2-json-1.0 and python3-gi"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >answer.py <<'PY'
import gi

gi.require_version("Json", "1.0")
from gi.repository import Json

parser = Json.Parser()
parser.load_from_data('{"text":"50.00","number":19.99,"refund":-0.5,"id":100000000000000051,"long":12345678901234567890}', -1)
answer = parser.get_root().get_object()
for name in answer.get_members():
    print(f"{name}: double {answer.get_double_member(name)}, int {answer.get_int_member(name)}, string {answer.get_string_member(name)}")
print(Json.to_string(parser.get_root(), False))
PY
/usr/bin/python3 answer.py 2>&1 | tee seen
diff seen - <<'TEXT'
text: double 0.0, int 0, string 50.00
number: double 19.99, int 19, string None
refund: double -0.5, int 0, string None
id: double 1.0000000000000005e+17, int 100000000000000051, string None
long: double -6.101065172474983e+18, int -6101065172474983726, string None
{"text":"50.00","number":19.989999999999998,"refund":-0.5,"id":100000000000000051,"long":-6101065172474983726}
TEXT
