#!/usr/bin/env bash
# dataclasses-json 0.5.7 and graphene 2.1.9 (Debian 12, Python): a field of type Decimal that comes as the JSON number 19.99 is made from the float, and has 48 digits: it doesn't equal Decimal("19.99"), so that a
# paid order looks as if it were paid with another amount, and it is sent on with all its digits. 9600 of the 9999 amounts to 99.99 are so. A list of Decimals stays a list of
# floats in dataclasses-json, and its int field keeps 19.99 and the text "0051"; graphene's Int of the variable 19.99 is 19, though it refuses 19.99 in the query's own text.
# Safe: amounts as texts on both sides, or Decimal(str(value)) by a decoder of one's own.
# Needs Debian 12's python3-dataclasses-json and python3-graphene.
set -euo pipefail
/usr/bin/python3 -c "import dataclasses_json, graphene" 2>/dev/null || { echo "needs Debian's packages python3-dataclasses-json and python3-graphene"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >paid.py <<'PY'
from dataclasses import dataclass
from decimal import Decimal
from typing import List, Optional

import graphene
from dataclasses_json import dataclass_json


@dataclass_json
@dataclass
class Notification:
    amount: Decimal
    cents: int = 0
    refunds: Optional[List[Decimal]] = None


class Query(graphene.ObjectType):
    paid = graphene.String(amount=graphene.Decimal(), cents=graphene.Int())

    def resolve_paid(root, info, amount=None, cents=None):
        return f"amount {amount}, cents {cents}"


came = Notification.from_json('{"amount": 19.99, "cents": "0051", "refunds": [19.99]}')
print("dataclasses-json:", came.amount, "cents", repr(came.cents), "refunds", came.refunds)
print("equal to 19.99:", came.amount == Decimal("19.99"), "| sent on:", came.to_json())
unequal = sum(Notification.from_json(f'{{"amount": {cents / 100}}}').amount != Decimal(cents) / 100 for cents in range(1, 10000))
print("unequal:", unequal, "of 9999")
schema = graphene.Schema(query=Query)
print("graphene:", schema.execute("query($amount: Decimal) { paid(amount: $amount) }", variables={"amount": 19.99}).data["paid"])
print("graphene, a text:", schema.execute("query($amount: Decimal) { paid(amount: $amount) }", variables={"amount": "19.99"}).data["paid"])
print("graphene:", schema.execute("query($cents: Int) { paid(cents: $cents) }", variables={"cents": 19.99}).data["paid"])
print("graphene, in the query:", "refused" if schema.execute("{ paid(cents: 19.99) }").errors else "taken")
PY
/usr/bin/python3 paid.py | tee seen
diff seen - <<'TEXT'
dataclasses-json: 19.989999999999998436805981327779591083526611328125 cents '0051' refunds [19.99]
equal to 19.99: False | sent on: {"amount": "19.989999999999998436805981327779591083526611328125", "cents": "0051", "refunds": [19.99]}
unequal: 9600 of 9999
graphene: amount 19.989999999999998436805981327779591083526611328125, cents None
graphene, a text: amount 19.99, cents None
graphene: amount None, cents 19
graphene, in the query: refused
TEXT
