#!/usr/bin/env bash
# Haxe 4.2.5 with Neko 2.3 (Debian 12). An order id of 18 digits in JSON is 1e+17, printed and written again, so a query asks for another order. Std.parseInt of the
# same text is 1569325107, and of "3000000000" -1294967296; of "1,234" it is 1. Int has 32 bits: 20000000.00 and 20000000.00 in cents are -294967296, and Math.round
# of 3000000001 cents is -2147483648. By Haxe's interpreter the id is 100000000000000048; compiled to Python the ids and
# cents are right.
# Safe: take the id from the answer's text by a regular expression, and cents as Float.
# Needs Debian 12's haxe and neko.
set -euo pipefail
for command in haxe neko; do command -v $command >/dev/null || { echo "needs Debian's packages haxe and neko"; exit 1; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >Order.hx <<'HAXE'
class Order {
	static function main() {
		var order:Dynamic = haxe.Json.parse('{"id":100000000000000051,"amount":50.00}');
		trace("/orders/" + Std.string(order.id) + " " + haxe.Json.stringify(order.id));
		trace([for (text in ["100000000000000051", "3000000000", "1,234", "50.00"]) text + ": " + Std.parseInt(text)].join(", "));
		var cents = 2000000000;
		cents += 2000000000;
		trace(cents + " " + Math.round(30000000.01 * 100));
	}
}
HAXE
{
  haxe -main Order -neko order.n && neko order.n
  echo "the interpreter:" && haxe -main Order --interp
  echo "Python:" && haxe -main Order -python order.py && /usr/bin/python3 order.py
} | sed 's/Order.hx:[0-9]*: //' | tee seen
diff seen - <<'TEXT'
/orders/1e+17 1e+17
100000000000000051: 1569325107, 3000000000: -1294967296, 1,234: 1, 50.00: 50
-294967296 -2147483648
the interpreter:
/orders/100000000000000048 100000000000000048
100000000000000051: null, 3000000000: null, 1,234: 1, 50.00: 50
-294967296 852516353
Python:
/orders/100000000000000051 100000000000000051
100000000000000051: 100000000000000051, 3000000000: 3000000000, 1,234: 1, 50.00: 50
4000000000 3000000001
TEXT
