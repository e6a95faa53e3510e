#!/usr/bin/env bash
# Tryton 6.0 (Debian 12), a shop's books, with its module account_payment_stripe. A payment that is made by copying another one has no idempotency key: create()
# gives one only where the member is missing, and copy() sets it to nothing. If all four tries of a charge are lost, the next run of the scheduler charges again: with a key, Stripe sees
# one sale; of a copy it sees a second one. A copied refund is the same.
# Safe: make a new payment instead of a copy, or write a stripe_idempotency_key into the copy before it is approved.
# (Takes about a minute. The service is a stand-in on this machine that loses four answers.) Needs Debian 12's tryton-modules-account-payment-stripe and tryton-proteus.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
[ -d /usr/lib/python3/dist-packages/trytond/modules/account_payment_stripe ] && [ -d /usr/lib/python3/dist-packages/proteus ] ||
  { echo "needs Debian's packages tryton-modules-account-payment-stripe and tryton-proteus"; exit 1; }
export DB_NAME=:memory: TRYTOND_DATABASE_URI=sqlite:// HOME=$folder
cat >pay.py <<'PY'
import json
import threading
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import stripe
from proteus import Model, Wizard
from trytond.modules.account.tests.tools import create_chart
from trytond.modules.company.tests.tools import create_company, get_company
from trytond.tests.tools import activate_modules

keys = []
lost = 0


class Service(BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_POST(self):
        global lost
        self.rfile.read(int(self.headers["Content-Length"]))
        keys.append(self.headers["Idempotency-Key"])
        if lost:
            lost -= 1
            self.close_connection = True
            return
        made = json.dumps({"id": f"ch_{len(keys)}", "captured": True, "status": "succeeded"}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(made)))
        self.end_headers()
        self.wfile.write(made)


server = ThreadingHTTPServer(("127.0.0.1", 0), Service)
threading.Thread(target=server.serve_forever, daemon=True).start()
stripe.api_base = f"http://127.0.0.1:{server.server_port}"
config = activate_modules("account_payment_stripe")
create_company()
create_chart(get_company())
account = Model.get("account.payment.stripe.account")(name="Stripe", secret_key="sk", publishable_key="pk")
account.save()
journal = Model.get("account.payment.journal")(name="Stripe", process_method="stripe", stripe_account=account)
journal.save()
buyer = Model.get("party.party")(name="Buyer")
buyer.save()
card = Model.get("account.payment.stripe.customer")(party=buyer, stripe_account=account, stripe_customer_id="cus_1")
card.save()
(cron,) = Model.get("ir.cron").find([("method", "=", "account.payment|stripe_charge")])
cron.companies.append(Model.get("company.company")(get_company().id))
cron.save()


def charge(name, payment):
    global lost
    keys.clear()
    lost = 4
    payment.click("approve")
    Wizard("account.payment.process", [payment]).execute("process")
    cron.click("run_once")
    payment.reload()
    print(f"{name}: {payment.state}, its own key {bool(payment.stripe_idempotency_key)}, {len(keys)} requests, {len(set(keys))} different keys")


payment = Model.get("account.payment")(journal=journal, kind="receivable", party=buyer, amount=Decimal("50"), stripe_customer=card)
payment.stripe_customer_source = "card_1"
payment.save()
(copy,) = payment.duplicate()
charge("a payment", payment)
charge("its copy", copy)
PY
/usr/bin/python3 -W ignore pay.py 2>/dev/null | tee seen
diff seen - <<'TEXT'
a payment: processing, its own key True, 5 requests, 1 different keys
its copy: processing, its own key False, 5 requests, 2 different keys
TEXT
