#!/usr/bin/env bash
# jsonpickle 3.0.0 (Debian 12) with unpicklable=False, which is its way to plain JSON for a payment service: a Decimal is null, without an error, so that an
# order is sent with the amount null, and a refund of null is for many services a refund of everything. Without that option, a Decimal has tags of Python, and a
# second use of the same Decimal is a reference to the first.
# Safe: jsonpickle.handlers.register(Decimal, ...) with a handler that returns str, or the amount as a text.
# Needs Debian 12's python3-jsonpickle.
set -euo pipefail
/usr/bin/python3 -c "import jsonpickle" 2>/dev/null || { echo "needs Debian's package python3-jsonpickle"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >sell.py <<'PY'
from decimal import Decimal

import jsonpickle


class Refund:
    def __init__(self, amount):
        self.reference = "A-1"
        self.amount = amount


for amount in [Decimal("50.00"), 50.5, "50.00", 2**63]:
    print(f"{amount!r}:", jsonpickle.encode(Refund(amount), unpicklable=False))
price = Decimal("50.00")
print("with its tags:", jsonpickle.encode({"price": price, "total": price}))
PY
/usr/bin/python3 sell.py | tee seen
diff seen - <<'TEXT'
Decimal('50.00'): {"reference": "A-1", "amount": null}
50.5: {"reference": "A-1", "amount": 50.5}
'50.00': {"reference": "A-1", "amount": "50.00"}
9223372036854775808: {"reference": "A-1", "amount": 9223372036854775808}
with its tags: {"price": {"py/reduce": [{"py/type": "decimal.Decimal"}, {"py/tuple": ["50.00"]}]}, "total": {"py/id": 1}}
TEXT
