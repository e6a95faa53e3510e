#!/usr/bin/env bash
# Tryton 6.0 (Debian 12), a shop's books, with its module account_payment_braintree. A charge of a kept card whose answer is lost stays "processing" without a transaction, and the scheduler charges it
# again at each run until an answer arrives: nothing in the request tells Braintree that it is the same payment, neither an order's id nor a key. A refund is the same. A 500 or 503 instead
# marks the payment as failed, though the card may have been charged.
# Safe: Braintree's check for duplicate transactions, in its control panel, for as long as the scheduler may try; a look there before a payment is processed again.
# (Takes about a minute. The service is a stand-in on this machine that loses two answers.) Needs Debian 12's tryton-modules-account-payment-braintree and tryton-proteus.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
[ -d /usr/lib/python3/dist-packages/trytond/modules/account_payment_braintree ] && [ -d /usr/lib/python3/dist-packages/proteus ] ||
  { echo "needs Debian's packages tryton-modules-account-payment-braintree and tryton-proteus"; exit 1; }
export DB_NAME=:memory: TRYTOND_DATABASE_URI=sqlite:// HOME=$folder
cat >pay.py <<'PY'
import re
import threading
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import braintree
from proteus import Model, Wizard
from trytond.modules.account.tests.tools import create_chart
from trytond.modules.company.tests.tools import create_company, get_company
from trytond.modules.currency.tests.tools import get_currency
from trytond.tests.tools import activate_modules

sales = []
answers = []


class Service(BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_POST(self):
        sales.append(self.rfile.read(int(self.headers["Content-Length"])).decode())
        answer = answers.pop(0)
        if answer == "lost":
            self.close_connection = True
            return
        made = b"<transaction><id>t%d</id><amount>50.00</amount><status>settled</status><refund-ids type='array'/><disputes type='array'/></transaction>" % len(sales)
        self.send_response(answer)
        self.send_header("Content-Length", str(len(made)))
        self.end_headers()
        self.wfile.write(made)


server = ThreadingHTTPServer(("127.0.0.1", 0), Service)
threading.Thread(target=server.serve_forever, daemon=True).start()
braintree.Environment.All["sandbox"] = braintree.Environment("sandbox", "127.0.0.1", str(server.server_port), "", False, None)
config = activate_modules("account_payment_braintree")
create_company()
create_chart(get_company())
account = Model.get("account.payment.braintree.account")(name="Braintree", currency=get_currency(), environment="sandbox", merchant_id="shop", public_key="key", private_key="secret")
account.sandbox_settle_transaction = False
account.save()
journal = Model.get("account.payment.journal")(name="Braintree", process_method="braintree", braintree_account=account)
journal.save()
buyer = Model.get("party.party")(name="Buyer")
buyer.save()
card = Model.get("account.payment.braintree.customer")(party=buyer, braintree_account=account, braintree_customer_id="c1")
card.save()
(cron,) = Model.get("ir.cron").find([("method", "=", "account.payment|braintree_transact")])
cron.companies.append(Model.get("company.company")(get_company().id))
cron.save()


def pay(*told):
    sales.clear()
    answers[:] = told
    payment = Model.get("account.payment")(journal=journal, kind="receivable", party=buyer, amount=Decimal("50"), braintree_customer=card)
    payment.click("approve")
    Wizard("account.payment.process", [payment]).execute("process")
    for run in range(3):
        cron.click("run_once")
    payment.reload()
    members = sorted(set(re.findall(r"<([\w-]+)", sales[0])) - {"xml", "transaction"})
    print(f"answers {', '.join(map(str, told))}: {len(sales)} sales of 50.00, the payment {payment.state}; members: {', '.join(members)}")


pay(201)
pay("lost", "lost", 201)
pay(503)
PY
/usr/bin/python3 -W ignore pay.py 2>log | tee seen
diff seen - <<'TEXT'
answers 201: 1 sales of 50.00, the payment succeeded; members: amount, customer_id, options, submit_for_settlement, type
answers lost, lost, 201: 3 sales of 50.00, the payment succeeded; members: amount, customer_id, options, submit_for_settlement, type
answers 503: 1 sales of 50.00, the payment failed; members: amount, customer_id, options, submit_for_settlement, type
TEXT
