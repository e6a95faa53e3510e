#!/usr/bin/env bash
# febelfin-coda 0.2.0 (Debian 12), which reads the statements of Belgian banks. A CODA file in which the bank tells its customer something, by a line of type 4,
# can't be read at all: the error is that 'CODA' has no attribute 'free_communications'. So no payment of that day is booked. And all_moves gives a
# payment of several orders as well as each of its parts, so their sum is twice the money.
# Safe: leave out the lines that begin with 4 before you read a file (the last line's count of lines has to fit), and add up moves, not all_moves.
# Needs Debian 12's python3-febelfin-coda.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
[ -d /usr/lib/python3/dist-packages/coda ] || { echo "needs Debian's package python3-febelfin-coda"; exit 1; }
cat >read.py <<'PY'
import io

from coda import CODA


def place(*fields):
    line = [" "] * 128
    for start, text in fields:
        line[start : start + len(text)] = text
    return "".join(line) + "\n"


def amount(cents):
    return ("1" if cents < 0 else "0") + str(abs(cents) * 10).zfill(15)


account = "BE68539007547034".ljust(34) + "EUR"


def move(detail, kind, cents, order):
    start = (2, "0001" + detail + "BANKREF".ljust(21) + amount(cents) + "310126" + kind + "0150000" + "0" + order.ljust(53))
    return place((0, "21"), start, (115, "310126"), (121, "001"), (125, "0 0"))


def statement(message):
    head = place((0, "0"), (5, "310126" + "539"), (14, "05"), (127, "2"))
    opening = place((0, "1"), (1, "2"), (2, "001"), (5, account), (42, amount(10000)), (58, "300126"), (125, "001"))
    moves = move("0000", "1", 7000, "") + move("0001", "5", 5000, "A-1") + move("0002", "5", 2000, "A-2")
    closing = place((0, "8"), (1, "001"), (4, account), (41, amount(17000)), (57, "310126"), (127, "0"))
    lines = [opening, moves, closing] + ([place((0, "4"), (2, "0001" + "0000"), (32, "OUR NEW FEES"), (127, "0"))] if message else [])
    body = "".join(lines)
    count = body.count("\n")
    end = place((0, "9"), (16, str(count).zfill(6)), (22, amount(0)[1:]), (37, amount(7000)[1:]), (127, "2"))
    return head + body + end


read = CODA(io.StringIO(statement(False))).statements[0]
print("balance", read.old_balance, "to", read.new_balance)
print("moves", sum(one.amount for one in read.moves), "all_moves", sum(one.amount for one in read.all_moves))
print([(one.communication, str(one.amount)) for one in read.all_moves])
try:
    print("with a message:", len(CODA(io.StringIO(statement(True))).statements))
except Exception as error:
    print("with a message:", error)
PY
/usr/bin/python3 read.py | tee seen
diff seen - <<'TEXT'
balance 100 to 170
moves 70 all_moves 140
[('', '70'), ('A-1', '50'), ('A-2', '20')]
with a message: 'CODA' object has no attribute 'free_communications'
TEXT
