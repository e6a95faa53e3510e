#!/usr/bin/env bash
# Tryton 6.0 (Debian 12), a shop's books, with its module account_payment_stripe. Stripe may send a notification twice, or late. payment_intent.succeeded that comes again after a
# refund makes the payment succeeded with its whole amount: 30.00 after a refund of 20.00 is 50.00 again, and one that was given back in full is paid again. Each
# charge.dispute.closed that was lost takes its amount off once more: told three times of a dispute over 10.00, the books have 20.00 of 50.00.
# Safe: keep the ids of Stripe's events and drop known ones before Account.webhook sees them.
# (Takes about a minute. The service is a stand-in on this machine.) Needs Debian 12's tryton-modules-account-payment-stripe and tryton-proteus.
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


class Service(BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        made = json.dumps({"id": "ch_1" if "charges" in self.path else "pi_1", "captured": True, "status": "succeeded"}).encode()
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


def pay(**kept):
    payment = Model.get("account.payment")(journal=journal, kind="receivable", party=buyer, amount=Decimal("50"), stripe_customer=card, **kept)
    payment.click("approve")
    Wizard("account.payment.process", [payment]).execute("process")
    payment.reload()
    return payment


def tell(payment, event, **object):
    Model.get("account.payment.stripe.account").webhook([account], {"type": event, "data": {"object": object}}, {})
    payment.reload()
    print(f"{event}: {payment.state} {payment.amount}")


def refunded(payment, cents):
    tell(payment, "charge.refunded", id="ch_9", payment_intent="pi_1", amount=5000, amount_refunded=cents, captured=True, status="succeeded")


payment = pay(stripe_customer_payment_method="pm_1")
for given_back in (2000, 5000):
    tell(payment, "payment_intent.succeeded", id="pi_1", amount_received=5000)
    refunded(payment, given_back)
tell(payment, "payment_intent.succeeded", id="pi_1", amount_received=5000)
payment = pay(stripe_customer_source="card_1")
tell(payment, "charge.succeeded", id="ch_1", amount=5000, amount_refunded=0, captured=True, status="succeeded")
for time in range(3):
    tell(payment, "charge.dispute.closed", charge="ch_1", amount=1000, reason="general", status="lost")
PY
/usr/bin/python3 -W ignore pay.py 2>/dev/null | tee seen
diff seen - <<'TEXT'
payment_intent.succeeded: succeeded 50.00
charge.refunded: succeeded 30.00
payment_intent.succeeded: succeeded 50.00
charge.refunded: failed 0.00
payment_intent.succeeded: succeeded 50.00
charge.succeeded: succeeded 50.00
charge.dispute.closed: succeeded 40.00
charge.dispute.closed: succeeded 30.00
charge.dispute.closed: succeeded 20.00
TEXT
