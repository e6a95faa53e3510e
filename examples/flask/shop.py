"""A Flask shop: makes the order, sends the shopper to its page, takes the notification once, queries, and keeps rows in SQLite.

pip install flask cryptography && npx payment-sandbox exec -- flask --app shop run --port 3000
"""
import base64, http.client, json, os, sqlite3, urllib.request, uuid

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding
from cryptography.hazmat.primitives.serialization import load_pem_private_key, load_pem_public_key
from flask import Flask, g, redirect, request

app = Flask(__name__)
PRICES = {"tea": 20, "coffee": 30}  # In HKD. The shop knows its prices; a form could name others.
PAID = ("SUCCESS", "SETTLED", "REFUNDED", "VOIDED")  # Paid once; netAmount is what the shop keeps of it.
UNPAID = ("OPEN", "CLOSED", "CANCELLED")  # An order of which no query has told yet is NEW.
TABLES = """
CREATE TABLE IF NOT EXISTS orders (reference TEXT PRIMARY KEY, cart TEXT, amount REAL, status TEXT, kept REAL);
CREATE TABLE IF NOT EXISTS notifications (order_id TEXT, status TEXT, PRIMARY KEY (order_id, status));
CREATE TABLE IF NOT EXISTS parcels (reference TEXT PRIMARY KEY);
"""


class NoAnswer(Exception):
    """Nobody knows what happened: query the order."""


class NoOrder(NoAnswer):
    """The service has no such order, so nobody paid it, unless its call is still on the way."""


@app.post("/checkout")
def checkout():
    cart = request.form["cart"]
    reference, amount = f"{cart}-{uuid.uuid4().hex[:12]}", PRICES[cart]
    # The row comes first: the notification may be quicker than the answer.
    with database() as db:
        db.execute("INSERT INTO orders VALUES (?, ?, ?, 'NEW', NULL)", (reference, cart, amount))
    answer = call(
        "hosted-checkout/create",
        amount=amount,
        merchantReference=reference,
        lineItems=[{"quantity": 1, "priceData": {"name": cart, "unitAmount": amount}}],
        callbackUrl={
            "notify": f"{request.url_root}notify",
            **{end: f"{request.url_root}order?reference={reference}" for end in ("success", "fail", "cancel")},
        },
    )
    return redirect(answer["checkoutUrl"], 303) if is_done(answer) else (answer["message"], 502)


@app.post("/notify")
def notify():
    notification = genuine(request.get_data())
    if notification is None:
        return "not genuine", 400
    # The query is what counts. If it has no answer, the 503 makes the notification come again.
    order = query(notification["merchantReference"])
    take_once(database(), notification, lambda db: book(db, order))
    return "OK"


@app.get("/order")
def order_page():
    """The shopper comes back to it, which proves nothing: the row tells, and a query if the notification is late."""
    reference = request.args["reference"]
    if status_of(reference) in ("NEW", "OPEN"):
        order = query(reference)
        with database() as db:
            book(db, order)
    return status_of(reference) or ("no such order", 404)


@app.post("/job")
def job():
    """For cron, every few minutes: asks about each order of which the shop does not know the end. Leave out orders that are days old."""
    for (reference,) in database().execute("SELECT reference FROM orders WHERE status IN ('NEW', 'OPEN')").fetchall():
        try:
            order = query(reference)
            with database() as db:
                book(db, order)
        except NoOrder:
            with database() as db:
                db.execute("UPDATE orders SET status = 'CLOSED' WHERE reference = ? AND status = 'NEW'", (reference,))
    return "done"


@app.get("/beliefs")
def beliefs():
    """What `judge --believes /beliefs` compares with the service's books. None: not known. Leave it out of your shop in production."""
    rows = database().execute("SELECT reference, amount, status, kept, reference IN (SELECT reference FROM parcels) FROM orders")
    return {
        reference: {
            "paid": amount if status in PAID else None if status == "NEW" else 0,
            "refunded": amount - kept if status in PAID else 0,
            "currency": "HKD",
            "shipped": bool(shipped),
        }
        for reference, amount, status, kept, shipped in rows
    }


@app.errorhandler(NoAnswer)
def no_answer(lost):
    return f"no answer to {lost}, try again later", 503


def take_once(db, notification, work):
    """True if this notification is new, and its work is now done. False for a copy."""
    # Commits at its end. If the work fails, the row is gone too: answer with a 500, and the next copy does the work.
    with db:
        # The key makes a copy wait here until the first one is done.
        row = db.execute(
            "INSERT INTO notifications (order_id, status) VALUES (?, ?) ON CONFLICT DO NOTHING",
            (notification["orderId"], notification["status"]),
        )
        if row.rowcount == 1:
            work(db)
        return row.rowcount == 1


def book(db, order):
    """Writes what a query answered, if it is of the amount that was asked for. An order that keeps money gets one parcel, which a job sends."""
    is_paid = order["status"] in PAID
    kept = order["netAmount"] if is_paid else None
    # An answer may be older than what another request wrote: what was paid or given back stays so.
    row = db.execute(
        "UPDATE orders SET status = ?, kept = min(coalesce(kept, ?), ?) WHERE reference = ? AND amount = ? AND (? OR status IN ('NEW', 'OPEN'))",
        (order["status"], kept, kept, order["merchantReference"], order["amount"], is_paid),
    )
    if row.rowcount == 1 and is_paid and kept > 0:
        db.execute("INSERT INTO parcels VALUES (?) ON CONFLICT DO NOTHING", (order["merchantReference"],))


def status_of(reference):
    row = database().execute("SELECT status FROM orders WHERE reference = ?", (reference,)).fetchone()
    return row and row[0]


def database():
    """One connection for each request."""
    if "db" not in g:
        folder = os.environ.get("PAYMENT_SANDBOX_STATE_DIR", ".")
        g.db = sqlite3.connect(os.environ.get("SHOP_DATABASE") or f"{folder}/shop.sqlite", timeout=20)
        g.db.executescript(TABLES)
    return g.db


@app.teardown_appcontext
def close_database(_):
    if "db" in g:
        g.pop("db").close()


def query(reference):
    answer = call("hosted-checkout/query", merchantReference=reference)
    if answer["responseCode"] == "2001":
        raise NoOrder("hosted-checkout/query")
    if not is_done(answer) or answer["order"]["status"] not in PAID + UNPAID:
        raise NoAnswer("hosted-checkout/query")
    return answer["order"]


def is_done(answer):
    """A refusal comes with HTTP 200, too."""
    return answer["responseCode"] == "0000"


def call(operation, **parameters):
    """Signs the text that is sent. A refusal is an answer; if there is none, nobody knows what happened."""
    text = json.dumps({"merchantId": int(os.environ["PAYMENT_SANDBOX_MERCHANT_ID"]), **parameters})
    private_key = load_pem_private_key(key("PRIVATE"), None)
    signature = private_key.sign(text.encode(), padding.PKCS1v15(), hashes.SHA256())
    body = json.dumps({"request": text, "signature": base64.b64encode(signature).decode()}).encode()
    url = f"{os.environ['PAYMENT_SANDBOX_URL']}/{operation}"
    try:
        post = urllib.request.Request(url, body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(post, timeout=float(os.environ.get("SHOP_TIMEOUT", 20))) as sent:
            return json.load(sent)
    except (OSError, ValueError, http.client.HTTPException) as lost:
        raise NoAnswer(operation) from lost


def genuine(body):
    """The notification in a body. None if the service did not sign it."""
    try:
        fields = json.loads(body)
        signature = base64.b64decode(fields.pop("signature"))
        text = "&".join(sorted(f"{name}={value}" for name, value in fields.items()))
        public_key = load_pem_public_key(key("PUBLIC"))
        public_key.verify(signature, text.encode(), padding.PKCS1v15(), hashes.SHA256())
        return fields
    except (InvalidSignature, ValueError, TypeError, KeyError, AttributeError):
        return None


def key(name):
    with open(os.environ[f"PAYMENT_SANDBOX_{name}_KEY_FILE"], "rb") as file:
        return file.read()
