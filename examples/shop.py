"""A whole shop in one file: python3 shop.py [reference]. Standard library only, Python 3.8 or newer.

It creates an order, is notified, asks again to be sure, and gives the money back. See README.md.
"""
import base64, hashlib, http.client, http.server, json, os, sys, threading, urllib.error, urllib.request

ENV = os.environ
for name in ("PAYMENT_SANDBOX_URL", "PAYMENT_SANDBOX_PRIVATE_KEY_FILE", "PAYMENT_SANDBOX_PUBLIC_KEY_FILE"):
    if not ENV.get(name):
        print(f"{name} is not set: run it by npx payment-sandbox exec -- python3 examples/shop.py", file=sys.stderr)
        sys.exit(2)
BASE_URL = ENV["PAYMENT_SANDBOX_URL"]
MERCHANT_ID = ENV["PAYMENT_SANDBOX_MERCHANT_ID"]
LOST = (OSError, ValueError, http.client.HTTPException)  # No answer that can be read.
WRONG = ENV.get("SHOP_WRONG") == "ignore-refusal"  # The mistake that this shop can be told to make.

# --- RSA ---------------------------------------------------------------------------------------
# The standard library has no RSA, so here is the little that a sandbox needs. In production take the package
# "cryptography": pow() is correct, but its timing tells things about the private key.


def integers(der):
    """The INTEGERs of a key, in order: a DER structure is type, length, value, over and over."""
    found, at = [], 0
    while at < len(der):
        kind, size, at = der[at], der[at + 1], at + 2
        if size > 127:  # A long length: the low bits say how many bytes it takes.
            size, at = int.from_bytes(der[at : at + size - 128], "big"), at + size - 128
        value, at = der[at : at + size], at + size
        if kind == 0x02:
            found.append(int.from_bytes(value, "big"))
        elif kind in (0x30, 0x04):  # SEQUENCE, or the OCTET STRING that wraps a private key.
            found += integers(value)
        elif kind == 0x03:  # The BIT STRING that wraps a public key starts with a zero byte.
            found += integers(value[1:])
    return found


def read_key(path):
    """(modulus, public exponent, private exponent): the first numbers of a key that are not version zero."""
    with open(path) as pem:
        text = "".join(line.strip() for line in pem if "-----" not in line)
    return ([n for n in integers(base64.b64decode(text)) if n] + [0])[:3]


def padded(text, size):
    """What is signed: SHA-256 of the text in the frame of PKCS#1 v1.5, as long as the modulus."""
    digest = bytes.fromhex("3031300d060960864801650304020105000420") + hashlib.sha256(text).digest()
    return b"\x00\x01" + b"\xff" * (size - 3 - len(digest)) + b"\x00" + digest


def sign(text, key):
    size = (key[0].bit_length() + 7) // 8
    number = pow(int.from_bytes(padded(text, size), "big"), key[2], key[0])
    return base64.b64encode(number.to_bytes(size, "big")).decode()


def is_signed(text, signature, key):
    size = (key[0].bit_length() + 7) // 8
    number = int.from_bytes(base64.b64decode(signature), "big")
    return pow(number, key[1], key[0]).to_bytes(size, "big") == padded(text, size)


OUR_KEY = read_key(ENV["PAYMENT_SANDBOX_PRIVATE_KEY_FILE"])
THEIR_KEY = read_key(ENV["PAYMENT_SANDBOX_PUBLIC_KEY_FILE"])

# What the shop knows of its order: a row of your database. States: new, unpaid, paid, refunded, voided.
book = {
    "reference": sys.argv[1] if len(sys.argv) > 1 else ENV.get("SHOP_REFERENCE", "SHOP-1"),
    "amount": float(ENV.get("SHOP_AMOUNT", "100.00")),
    "notified": False,
    "state": "new",
    "paid": 0,  # In money; None while the shop does not know.
    "refunded": 0,
}

# --- The payment service -----------------------------------------------------------------------


def post(path, body):
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(BASE_URL + path, json.dumps(body).encode(), headers)
    try:
        with urllib.request.urlopen(request, timeout=int(ENV.get("SHOP_TIMEOUT_MS", "20000")) / 1000) as response:
            return json.loads(response.read())
    except urllib.error.HTTPError as response:  # Not 2XX, but there may be an answer in it.
        return json.loads(response.read())


def call(path, **parameters):
    """Signs exactly the text that is sent. Raises where no answer can be read: then nobody knows what happened."""
    request = json.dumps({"merchantId": MERCHANT_ID, **parameters})
    return post(path, {"request": request, "signature": sign(request.encode(), OUR_KEY)})


def done(answer):
    """Refusals come with HTTP 200 too. Only this code means that it was done; a refund has no message at all."""
    return answer.get("responseCode") == "0000"


def create(notify):
    item = {"quantity": 1, "priceData": {"name": "Tea", "unitAmount": book["amount"]}}
    return call("/hosted-checkout/create", amount=book["amount"], merchantReference=book["reference"],
                callbackUrl={"notify": notify}, lineItems=[item])


def refund():
    return call("/hosted-checkout/refund", merchantReference=book["reference"], amount=book["amount"])


def void():
    return call("/hosted-checkout/void", merchantReference=book["reference"])


def query(tries=3):
    """A query changes nothing, so it may be repeated until it is answered; a refused one tells nothing."""
    try:
        answer = call("/hosted-checkout/query", merchantReference=book["reference"])
        if done(answer) or tries == 1:
            return answer.get("order", {})
    except LOST:
        if tries == 1:
            raise
    return query(tries - 1)


STATES = {"SUCCESS": "paid", "SETTLED": "paid", "REFUNDED": "refunded", "VOIDED": "voided"}


def learn(order):
    """Writes down what a query answered."""
    if "status" not in order:
        return
    book["state"] = STATES.get(order["status"], "unpaid")
    if book["state"] == "unpaid":
        book["paid"] = 0
    else:
        book.update(paid=order["amount"], refunded=order["amount"] - order["netAmount"])


# --- The notify endpoint -----------------------------------------------------------------------
heard = threading.Event()


def take_notification(body):
    """May run twice for one order: a notification is sent again until it was answered with OK."""
    try:
        fields = json.loads(body)
        signature = fields.pop("signature")
        text = "&".join(sorted(f"{key}={value}" for key, value in fields.items()))
        if not is_signed(text.encode(), signature, THEIR_KEY):
            return False
        if fields["merchantReference"] != book["reference"] or float(fields["amount"]) != book["amount"]:
            return False
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError):
        return False
    book["notified"] = True
    return True


class Notify(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        accepted = take_notification(self.rfile.read(int(self.headers["Content-Length"])))
        text = b"OK" if accepted else b"refused"
        self.send_response(200 if accepted else 400)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)
        if accepted:
            heard.set()

    def log_message(self, *_):
        """Keeps the terminal for the shop's own line."""


# --- Giving the money back ---------------------------------------------------------------------


def give_back(way):
    """A refusal is not the end: ask what is true, then try what can still work."""
    tries = []
    for _ in range(int(ENV.get("SHOP_TRIES", "2"))):
        book["refunded"] = None
        try:
            answer = void() if way == "void" else refund()
        except LOST as lost:
            answer = {"message": f"no answer: {lost}"}
        tries.append({"way": way, "code": answer.get("responseCode"), "message": answer.get("message")})
        if done(answer) or WRONG:
            book.update(state="voided" if way == "void" else "refunded", refunded=book["amount"])
        else:
            learn(query())
        if book["state"] != "paid":
            break
        if "responseCode" in answer:
            way = "refund"  # Too late for a void: what is settled is refunded.
    return tries


# --- One sale, start to end --------------------------------------------------------------------


def sell():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Notify)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    created = create(f"http://127.0.0.1:{server.server_port}/notify")
    if not done(created):
        raise ValueError(f"create refused: {created.get('responseCode')} {created.get('message')}")
    book.update(state="unpaid", paid=None)  # From here on the shopper can pay.
    # Here a real shop redirects the shopper to created["checkoutUrl"]. Ours pays without a browser.
    simulated = post(f"/_sandbox/orders/{created['order']['id']}/simulate", {"action": "pay"})
    heard.wait(int(ENV.get("SHOP_WAIT_MS", "5000")) / 1000)
    # A notification may be late or lost; the query is what counts.
    learn(query())
    if book["state"] != "paid":
        raise ValueError(f"not paid: {simulated}")
    way = ENV.get("SHOP_THEN", "refund")
    return give_back(way) if way != "none" else []


tries, said, error = [], None, None
try:
    tries = sell()
    said = query().get("status")
except LOST as problem:
    error = str(problem)
# What it believes in the end: `payment-sandbox judge` holds it against the books.
if "PAYMENT_SANDBOX_BELIEFS_FILE" in ENV:
    with open(ENV["PAYMENT_SANDBOX_BELIEFS_FILE"], "w") as beliefs:
        json.dump({book["reference"]: {"paid": book["paid"], "refunded": book["refunded"]}}, beliefs)
agreed = {"paid": ("SUCCESS", "SETTLED"), "refunded": ("REFUNDED",), "voided": ("VOIDED",)}.get(book["state"], ())
consistent = error is None and said in agreed
print(json.dumps({"shop": "python", **book, "tries": tries, "status": said, "consistent": consistent, "error": error}))
# A shop that ignores refusals sees nothing wrong, so it ends well; the sandbox's expectations tell.
sys.exit(0 if consistent or (WRONG and tries) else 1)
