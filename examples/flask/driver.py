"""Buys, pays and gives a part back, as shoppers and a clerk do: python3 driver.py, for `judge --shop`. While the shop is down, it tries again."""
import json, os, re, subprocess, sys, time, urllib.error, urllib.parse, urllib.request

# The judge may ask for one of these (docs/conformance.md, "The driver's acts"). Leave out what your shop can't do.
ACTS = ["refund-twice", "refund-again", "two-pages", "jobs"]
ASKED = os.environ.get("PAYMENT_SANDBOX_SHOPPER")
SHOP, CONTROL = os.environ["SHOP_URL"], f"{os.environ['PAYMENT_SANDBOX_URL']}/_sandbox"


class Staying(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        """Follows nothing, so that a redirect is an HTTPError."""


def ask(url, content=None, kind="text/html", seconds=0):
    """The status, Location and body of an answer. Tries again for so many seconds while there is none. Without content it is a GET."""
    latest = time.monotonic() + seconds
    while True:
        try:
            sent = urllib.request.Request(url, content, {"Content-Type": kind})
            with urllib.request.build_opener(Staying).open(sent, timeout=20) as answer:
                return answer.status, "", answer.read()
        except urllib.error.HTTPError as error:
            told = error.code, error.headers.get("Location", ""), error.read()
        except OSError as lost:
            told = 500, "", str(lost).encode()
        if told[0] < 500 or time.monotonic() >= latest:
            return told
        time.sleep(0.25)


def post(path, seconds, **form):
    """At the shop. Change this if your shop takes JSON."""
    return ask(SHOP + path, urllib.parse.urlencode(form).encode(), "application/x-www-form-urlencoded", seconds)


def control(path, body=None):
    """At the sandbox's control API. Without a body it is a GET."""
    content = None if body is None else json.dumps(body).encode()
    return json.loads(ask(CONTROL + path, content, "application/json", 10)[2])


def pay(number):
    """Pays as the shopper would, and waits: a refund must not come before the shop has handled the notification. In some runs none comes."""
    control(f"/orders/{number}/simulate", {"action": "pay"})
    match = {"orderId": number, "state": "acknowledged"}
    control("/wait", {"for": "notification", "match": match, "timeoutMs": 1000})


def order(cart, at):
    """The id of the order that the shop makes, or None. Your shop may take the amount from the form; then some runs sell for others."""
    amounts = json.loads(os.environ.get("PAYMENT_SANDBOX_AMOUNTS", "[]"))
    status, checkout_url, body = post("/checkout", 20, cart=cart, amount=amounts[at] if at < len(amounts) else "")
    # The address of the page holds the order's id, in base 36.
    page = re.search(r"/checkout/(\w+)", checkout_url)
    if page:
        return int(page[1], 36)
    print(f"{cart} was not sold: {status} {body.decode()}", file=sys.stderr)


def refund(reference, amount):
    post("/refund", 10, reference=reference, amount=amount)


def beside(*does):
    """A second process of this file, for what happens at the same time."""
    return subprocess.Popen([sys.executable, __file__, *does])


def report(*acts):
    """The acts that this driver can do, or the one that it did."""
    with open(os.environ["PAYMENT_SANDBOX_SHOPPER_FILE"], "w") as file:
        file.write("\n".join(acts))


def cron():
    due = os.environ.get("PAYMENT_SANDBOX_JOBS_FILE", "")
    while True:
        if os.path.isfile(due):
            post("/job", 5)
            os.unlink(due)
        time.sleep(0.05)


def day():
    is_sold = True
    for at, cart in enumerate(["tea", "coffee"]):
        number = order(cart, at)
        if number is None:
            is_sold = False
            continue
        if cart == "tea" and ASKED == "two-pages":
            pay(order(cart, at) or number)
            report("two-pages")
        pay(number)
        made = control(f"/orders/{number}")["order"]
        reference = made["merchantReference"]
        ask(f"{SHOP}/order?reference={reference}")
        # Not the cart of two pages: what goes back could be for the second payment.
        if cart == "coffee":
            part = f"{max(0.01, made['amount'] / 4):.2f}"
            clerk = beside("refund", reference, part) if ASKED == "refund-twice" else None
            refund(reference, part)
            if clerk:
                clerk.wait()
                report("refund-twice")
            if ASKED == "refund-again":
                refund(reference, part)
                report("refund-again")
    # As cron does.
    post("/job", 5)
    return is_sold


if sys.argv[1:2] == ["refund"]:
    refund(*sys.argv[2:])
elif sys.argv[1:2] == ["cron"]:
    cron()
else:
    if ASKED == "list":
        report(*ACTS)
    jobs = beside("cron")
    try:
        sys.exit(0 if day() else 1)
    finally:
        jobs.terminate()
