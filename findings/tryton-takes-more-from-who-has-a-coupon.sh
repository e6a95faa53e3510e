#!/usr/bin/env bash
# Tryton 6.0 (Debian 12), a shop's sales, with its module sale_promotion_coupon. A promotion for all, such as 20 percent off on Black Friday, does not apply to an
# order that has any coupon: who enters a code of 5 percent pays 95 instead of 80, without a word. A promotion without coupons compares its own empty list with
# the order's coupons, and they differ.
# Safe: give the promotion for all a coupon that the shop adds to each order.
# (Takes about a minute.) Needs Debian 12's tryton-modules-sale-promotion-coupon and tryton-proteus.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
[ -d /usr/lib/python3/dist-packages/trytond/modules/sale_promotion_coupon ] && [ -d /usr/lib/python3/dist-packages/proteus ] ||
  { echo "needs Debian's packages tryton-modules-sale-promotion-coupon and tryton-proteus"; exit 1; }
export DB_NAME=:memory: TRYTOND_DATABASE_URI=sqlite:// HOME=$folder
cat >sell.py <<'PY'
from decimal import Decimal

from proteus import Model
from trytond.modules.account.tests.tools import create_chart, get_accounts
from trytond.modules.company.tests.tools import create_company, get_company
from trytond.tests.tools import activate_modules

config = activate_modules("sale_promotion_coupon")
create_company()
create_chart(get_company())
buyer = Model.get("party.party")(name="Buyer")
buyer.save()
category = Model.get("product.category")(name="Shoes", accounting=True)
category.account_revenue = get_accounts(get_company())["revenue"]
category.save()
(unit,) = Model.get("product.uom").find([("name", "=", "Unit")])
template = Model.get("product.template")(name="Shoes", default_uom=unit, type="goods", salable=True, list_price=Decimal("100"), account_category=category)
template.save()


def sell(name, codes):
    sale = Model.get("sale.sale")(party=buyer)
    line = sale.lines.new()
    line.product, line.quantity = template.products[0], 1
    sale.save()
    for code in codes:
        sale.coupons.extend(sale.coupons.find([("rec_name", "=", code)]))
    sale.click("quote")
    print(f"{name}: {sale.untaxed_amount}")


def promote(name, formula, code=None):
    promotion = Model.get("sale.promotion")(name=name, formula=formula)
    if code:
        coupon = promotion.coupons.new(name=code)
        coupon.number_of_use = 0
        coupon.numbers.new(number=code)
    promotion.save()


promote("Welcome", "0.95 * unit_price", "WELCOME")
sell("without a coupon", [])
sell("with WELCOME", ["WELCOME"])
promote("Black Friday", "0.80 * unit_price")
sell("on Black Friday without a coupon", [])
sell("on Black Friday with WELCOME", ["WELCOME"])
promote("Black Friday", "0.80 * unit_price", "ALL")
sell("on Black Friday with WELCOME and ALL", ["WELCOME", "ALL"])
PY
/usr/bin/python3 -W ignore sell.py 2>/dev/null | tee seen
diff seen - <<'TEXT'
without a coupon: 100.00
with WELCOME: 95.00
on Black Friday without a coupon: 80.00
on Black Friday with WELCOME: 95.00
on Black Friday with WELCOME and ALL: 80.00
TEXT
