#!/usr/bin/env bash
# Groonga 13.0.0 (Debian 12), a search engine that reads JSON. A Bool is true for each text that isn't empty: "refunded": "false" is true, as are "0" and "no". A text that begins as a number is read to its end or not at all: "1,234.50"
# is 0, silently, where "$50.00" is an error. 3000000000 cents in an Int32 are -1294967296, a refund of -50 in a UInt32 is 4294967246, and 19.99 in either is 19.
# Safe: true and false without quotes, and whole cents in an Int64.
# Needs Debian 12's groonga-bin.
set -euo pipefail
[ -x /usr/bin/groonga ] || { echo "needs Debian's package groonga-bin"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >commands <<'GROONGA'
table_create Orders TABLE_HASH_KEY ShortText
column_create Orders refunded COLUMN_SCALAR Bool
column_create Orders amount COLUMN_SCALAR Float
column_create Orders signed COLUMN_SCALAR Int32
column_create Orders unsigned COLUMN_SCALAR UInt32
column_create Orders big COLUMN_SCALAR Int64
load --table Orders
[
{"_key": "A-1", "refunded": "false", "amount": "1,234.50", "signed": 3000000000, "unsigned": -50, "big": 3000000000},
{"_key": "A-2", "refunded": "0", "amount": "50.00", "signed": 19.99, "unsigned": 19.99, "big": 100000000000000051},
{"_key": "A-3", "refunded": "no", "amount": "50.00 ", "signed": "50.00", "unsigned": 5000000000, "big": 100000000000000051.0},
{"_key": "A-4", "refunded": false, "amount": 50.00, "signed": 1999, "unsigned": 1999, "big": -50}
]
select Orders --output_columns _key,refunded,amount,signed,unsigned,big
GROONGA
/usr/bin/groonga -n db <commands >answers 2>messages
/usr/bin/python3 - <<'PY' | tee seen
import json

answers = open("answers").read().splitlines()
print("loaded:", json.loads(answers[-2])[1])
rows = json.loads(answers[-1])[1][0]
names = [name for name, _ in rows[1]]
for row in rows[2:]:
    print(", ".join(f"{name} {value}" if name != "_key" else value for name, value in zip(names, row)))
PY
diff seen - <<'TEXT'
loaded: 4
A-1, refunded True, amount 0.0, signed -1294967296, unsigned 4294967246, big 3000000000
A-2, refunded True, amount 50.0, signed 19, unsigned 19, big 100000000000000051
A-3, refunded True, amount 0.0, signed 50, unsigned 705032704, big 100000000000000048
A-4, refunded False, amount 50.0, signed 1999, unsigned 1999, big -50
TEXT
