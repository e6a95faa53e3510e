"""The right shop once more: python3 right.py. Standard library only, Python 3.8 or newer, and the openssl command for signatures."""
import base64, http.client, http.server, json, os, subprocess, sys, tempfile, threading, urllib.error, urllib.request

ENV = os.environ
for name in ("PAYMENT_SANDBOX_URL", "PAYMENT_SANDBOX_PRIVATE_KEY_FILE", "PAYMENT_SANDBOX_PUBLIC_KEY_FILE"):
    if not ENV.get(name):
        print(f"{name} is not set: run it by npx payment-sandbox judge -- python3 examples/shops/right.py", file=sys.stderr)
        sys.exit(2)
URL = ENV["PAYMENT_SANDBOX_URL"]
LOST = (OSError, ValueError, http.client.HTTPException)  # No answer that can be read.
PAID = ("SUCCESS", "SETTLED", "REFUNDED", "VOIDED")
NOT_FOUND = "2001"
book = {}  # Orders by reference: rows of your database. "paid" is None while nobody knows.
lock = threading.RLock()  # One at a time: a notice and a call may ask about one order at once.


def openssl(*args, text):
    return subprocess.run(["openssl", *args], input=text, capture_output=True)


def post(path, body):
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(URL + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=float(ENV.get("SHOP_TIMEOUT_MS", "2000")) / 1000) as response:
        return json.loads(response.read())


def ask(path, **parameters):
    """The answer; empty where none could be read: then nobody knows what happened."""
    request = json.dumps({"merchantId": ENV["PAYMENT_SANDBOX_MERCHANT_ID"], **parameters})
    key = ENV["PAYMENT_SANDBOX_PRIVATE_KEY_FILE"]
    signature = openssl("dgst", "-sha256", "-sign", key, text=request.encode()).stdout
    try:
        answer = post(path, {"request": request, "signature": base64.b64encode(signature).decode()})
        return answer if isinstance(answer, dict) else {}
    except LOST:
        return {}


def done(answer):
    return answer.get("responseCode") == "0000"  # Refusals come with HTTP 200 too.


def recover(order, tries=3):
    """Asks what is true and writes it down: whether the service knows the order, None where it did not say."""
    with lock:
        answer = ask("/hosted-checkout/query", merchantReference=order["reference"])
        if answer.get("responseCode") == NOT_FOUND:
            order["paid"] = 0
            return False
        if not done(answer):
            return recover(order, tries - 1) if tries > 1 else None
        told = answer["order"]
        paid = told["status"] in PAID
        order["paid"] = told["amount"] if paid else 0
        order["refunded"] = round(told["amount"] - told["netAmount"], 2) if paid else 0
        return True


def write(cart, amount):
    order = {"cart": cart, "amount": amount, "paid": None, "refunded": 0, "effects": {"shipped": 0}}
    return rename(order)


def rename(order):
    write.used = getattr(write, "used", 0) + 1
    book.pop(order.get("reference"), None)
    order["reference"] = f"{order['cart'].upper()}-{write.used}"
    book[order["reference"]] = order
    return order


def particulars(order):
    items = [{"quantity": 1, "priceData": {"name": order["cart"], "unitAmount": order["amount"]}}]
    callback = {"notify": f"{address}/notify", "success": f"{address}/thanks"}
    return {"merchantReference": order["reference"], "amount": order["amount"], "lineItems": items, "callbackUrl": callback}


def sell(cart, amount):
    order = write(cart, amount)
    order["user"] = "user1"
    for _ in range(2):
        answer = ask("/tokenization/sale", userId="user1", tokenId=351, **particulars(order))
        if done(answer):
            order["paid"] = amount
            break
        # Lost, and nothing arrived: the same reference cannot be charged twice.
        if recover(order) is not False or "responseCode" in answer:
            break
    return order


def sell_on_page(cart, amount):
    order = write(cart, amount)
    answer = ask("/hosted-checkout/create", **particulars(order))
    if not done(answer):
        recover(order)
        if order["paid"] == 0:  # Nobody has the page's address: the shopper gets another page.
            answer = ask("/hosted-checkout/create", **particulars(rename(order)))
    for _ in range(2 if done(answer) else 0):  # A declined shopper tries once more.
        try:
            post(f"/_sandbox/orders/{answer['order']['id']}/simulate", {"action": "pay"})
        except LOST:
            pass
        recover(order)
        if order["paid"] != 0:
            break
    return order


def deliver():
    """What is paid leaves, once. What was given back in full stays here."""
    for order in book.values():
        if order["paid"] and order["paid"] > order["refunded"] and not order["effects"]["shipped"]:
            order["effects"]["shipped"] += 1


def refund(order, amount):
    for _ in range(2):
        with lock:
            if done(ask("/hosted-checkout/refund", merchantReference=order["reference"], amount=amount)):
                order["refunded"] = amount
            else:
                recover(order)
        if order["refunded"] != 0:
            return


def cancel(order):
    for _ in range(2):
        with lock:
            answer = ask("/hosted-checkout/void", merchantReference=order["reference"])
            if done(answer):
                order["refunded"] = order["paid"]
            else:
                recover(order)
        if order["refunded"] != 0:
            return
        if "responseCode" in answer:
            break
    refund(order, order["paid"])  # Too late for a void: what is settled is refunded.


def genuine(fields):
    signature = base64.b64decode(fields.get("signature", ""))
    text = "&".join(sorted(f"{key}={value}" for key, value in fields.items() if key != "signature"))
    with tempfile.NamedTemporaryFile() as file:
        file.write(signature)
        file.flush()
        key = ENV["PAYMENT_SANDBOX_PUBLIC_KEY_FILE"]
        return openssl("dgst", "-sha256", "-verify", key, "-signature", file.name, text=text.encode()).returncode == 0


def take_notice(fields):
    """Answers OK to what the service signed about an order of ours; a notice is a hint, the query is what counts."""
    order = book.get(fields.get("merchantReference"))
    if not genuine(fields) or order is None or float(fields["amount"]) != order["amount"]:
        return False
    return bool(order["paid"]) or recover(order) is True


class Endpoint(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        try:
            right = take_notice(json.loads(body))
        except Exception:
            right = False
        self.reply(right)

    def do_GET(self):  # The shopper is back: anybody can open this address, so nothing is believed for it.
        self.reply(True)

    def reply(self, right):
        self.send_response(200 if right else 400)
        self.end_headers()
        self.wfile.write(b"OK" if right else b"refused")

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Endpoint)
address = f"http://127.0.0.1:{server.server_port}"
threading.Thread(target=server.serve_forever, daemon=True).start()

sell("tea", 88)
mug = sell_on_page("mug", 120.5)
if mug["paid"]:
    refund(mug, 20.5)
pot = sell("pot", 35.25)
if pot["paid"]:
    cancel(pot)
deliver()

# What is on its way falls due: a test can move the sandbox's clock, where a real shop stays open for days.
move = urllib.request.Request(f"{URL}/_sandbox/clock", b'{"action": "run-until-idle"}', {"Content-Type": "application/json"}, method="PUT")
urllib.request.urlopen(move).read()
deliver()
server.shutdown()

SAID = ("paid", "refunded", "cart", "user", "effects")
beliefs = {name: {key: order[key] for key in SAID if key in order} for name, order in book.items()}
if "PAYMENT_SANDBOX_BELIEFS_FILE" in ENV:
    with open(ENV["PAYMENT_SANDBOX_BELIEFS_FILE"], "w") as file:
        json.dump(beliefs, file)
else:
    print(json.dumps(beliefs))
