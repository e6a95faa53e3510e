#!/usr/bin/env bash
# GnuCash 4.13 (Debian 12): an invoice whose prices include the tax asks for another sum than its prices. Each line's net amount is rounded, the tax of all
# lines once, so three lines at 19.99 ask for 59.98, and a hundred at 0.03 for 3.48. One line of three at 19.99 is right. What the card was charged never
# meets the invoice, which stays open by a cent.
# Safe: one line for each price, and compare the invoice's total with what you charged before it is posted.
# Needs Debian 12's gnucash and python3-gnucash.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
[ -d /usr/lib/python3/dist-packages/gnucash ] || { echo "needs Debian's packages gnucash and python3-gnucash"; exit 1; }
export HOME=$folder
cat >invoices.py <<'PY'
from datetime import date, datetime

from gnucash import Account, GncNumeric, Session, SessionOpenMode
from gnucash.gnucash_business import Customer, Entry, Invoice, TaxTable, TaxTableEntry
from gnucash.gnucash_core_c import ACCT_TYPE_INCOME, ACCT_TYPE_LIABILITY, ACCT_TYPE_RECEIVABLE

session = Session("xml://" + __file__ + ".gnucash", SessionOpenMode.SESSION_NEW_STORE)
book = session.book
euro = book.get_table().lookup("CURRENCY", "EUR")


def account(name, kind):
    made = Account(book)
    made.SetName(name)
    made.SetType(kind)
    made.SetCommodity(euro)
    book.get_root_account().append_child(made)
    return made


owed, sales = account("Owed", ACCT_TYPE_RECEIVABLE), account("Sales", ACCT_TYPE_INCOME)
vat = TaxTable(book, "VAT", TaxTableEntry(account("VAT", ACCT_TYPE_LIABILITY), True, GncNumeric(19, 1)))
buyer = Customer(book, "1", euro, "Buyer")


def bill(lines, quantity, cents):
    before = owed.GetBalance().to_double()
    invoice = Invoice(book, f"{lines} lines", euro, buyer)
    for _ in range(lines):
        entry = Entry(book, invoice, date(2026, 1, 31))
        entry.SetDateEntered(datetime(2026, 1, 31))
        entry.SetInvAccount(sales)
        entry.SetQuantity(GncNumeric(quantity, 1))
        entry.SetInvPrice(GncNumeric(cents, 100))
        entry.SetInvTaxable(True)
        entry.SetInvTaxTable(vat)
        entry.SetInvTaxIncluded(True)
    invoice.PostToAccount(owed, date(2026, 1, 31), date(2026, 2, 14), "", True, False)
    asked = owed.GetBalance().to_double() - before
    print(f"{lines} lines of {quantity} at {cents / 100} with tax are {lines * quantity * cents / 100:.2f}, the invoice asks for {asked:.2f}")


bill(3, 1, 1999)
bill(1, 3, 1999)
bill(100, 1, 3)
session.end()
PY
/usr/bin/python3 invoices.py 2>/dev/null | tee seen
diff seen - <<'TEXT'
3 lines of 1 at 19.99 with tax are 59.97, the invoice asks for 59.98
1 lines of 3 at 19.99 with tax are 59.97, the invoice asks for 59.97
100 lines of 1 at 0.03 with tax are 3.00, the invoice asks for 3.48
TEXT
