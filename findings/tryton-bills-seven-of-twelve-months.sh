#!/usr/bin/env bash
# Tryton 6.0 (Debian 12), a shop's books, with its module sale_subscription. A monthly subscription that starts on January 31 is billed for 7 months of the
# year, and one from January 30 for 11: months without that day are left out, without a word. A yearly one from February 29 is billed every four years.
# The next invoice is due after all of them, so nothing shows that a month is missing.
# Safe: let a subscription start on the 1st to the 28th, or give its recurrence the month day -1, the last of each month. (Takes about two minutes.)
# Needs Debian 12's tryton-modules-sale-subscription, tryton-proteus.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
[ -d /usr/lib/python3/dist-packages/trytond/modules/sale_subscription ] && [ -d /usr/lib/python3/dist-packages/proteus ] ||
  { echo "needs Debian's packages tryton-modules-sale-subscription and tryton-proteus"; exit 1; }
export DB_NAME=:memory: TRYTOND_DATABASE_URI=sqlite:// HOME=$folder
cat >bill.py <<'PY'
from datetime import date
from decimal import Decimal

from proteus import Model, Wizard
from trytond.modules.account.tests.tools import create_chart, get_accounts
from trytond.modules.company.tests.tools import create_company, get_company
from trytond.tests.tools import activate_modules

config = activate_modules("sale_subscription")
create_company()
create_chart(get_company())
buyer = Model.get("party.party")(name="Buyer")
buyer.save()
category = Model.get("product.category")(name="Boxes", accounting=True)
category.account_revenue = get_accounts(get_company())["revenue"]
category.save()
(unit,) = Model.get("product.uom").find([("name", "=", "Unit")])
template = Model.get("product.template")(name="Box", default_uom=unit, type="service", list_price=Decimal("10"), account_category=category)
template.save()


def rule(name, freq, days=None):
    made = Model.get("sale.subscription.recurrence.rule.set")(name=name)
    (one,) = made.rules
    one.freq, one.bymonthday = freq, days
    made.save()
    return made


def subscribe(name, start, recurrence, until):
    service = Model.get("sale.subscription.service")(product=template.products[0], consumption_recurrence=recurrence)
    service.save()
    subscription = Model.get("sale.subscription")(party=buyer, start_date=start, invoice_start_date=start, invoice_recurrence=recurrence)
    line = subscription.lines.new()
    line.service, line.quantity = service, 1
    subscription.click("quote")
    subscription.click("run")
    for wizard in ("sale.subscription.line.consumption.create", "sale.subscription.create_invoice"):
        create = Wizard(wizard)
        create.form.date = until
        create.execute("create_")
    invoice = max(Model.get("account.invoice").find([]), key=lambda one: one.id)
    print(f"{name} from {start} to {until}: {invoice.lines[0].quantity:.0f} billed, {invoice.lines[0].amount} in all")


subscribe("yearly", date(2028, 2, 29), rule("yearly", "yearly"), date(2035, 12, 31))
year = date(2026, 12, 31)
monthly = rule("monthly", "monthly")
subscribe("monthly", date(2026, 1, 28), monthly, year)
subscribe("monthly", date(2026, 1, 30), monthly, year)
subscribe("monthly", date(2026, 1, 31), monthly, year)
subscribe("by the last day", date(2026, 1, 31), rule("last", "monthly", "-1"), year)
PY
/usr/bin/python3 -W ignore bill.py 2>/dev/null | tee seen
diff seen - <<'TEXT'
yearly from 2028-02-29 to 2035-12-31: 2 billed, 20.00 in all
monthly from 2026-01-28 to 2026-12-31: 12 billed, 120.00 in all
monthly from 2026-01-30 to 2026-12-31: 11 billed, 110.00 in all
monthly from 2026-01-31 to 2026-12-31: 7 billed, 70.00 in all
by the last day from 2026-01-31 to 2026-12-31: 12 billed, 120.00 in all
TEXT
