"""Buys two carts on hosted pages, and gives a part back: python3 driver-on-page.py. The control API pays, as the shopper would. While the shop is down, it tries again."""
import json
import os
import re
import time
import urllib.error
import urllib.request

SHOP = os.environ["SHOP_URL"]
CONTROL = os.environ["PAYMENT_SANDBOX_URL"] + "/_sandbox"
# The judge names amounts at which calculations with floats go wrong.
AMOUNTS = json.loads(os.environ.get("PAYMENT_SANDBOX_AMOUNTS", "[88, 10.01]"))


class Staying(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        """Follows nothing, so that a redirect is an HTTPError."""


def post(url, body):
    """The answer, or None if there is none. If the shop redirects to the checkoutUrl: that address holds the order's id, in base 36."""
    request = urllib.request.Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    try:
        with urllib.request.build_opener(Staying).open(request, timeout=20) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        page = re.search(r"/checkout/(\w+)", error.headers.get("Location", ""))
        return page and {"orderId": int(page[1], 36)}
    except (OSError, ValueError):
        return None


for cart, amount in zip(["tea", "mug"], map(float, AMOUNTS)):
    latest = time.monotonic() + 30
    while (order := post(f"{SHOP}/checkout", {"cart": cart, "amount": amount, "success": f"{SHOP}/returned"})) is None:
        if time.monotonic() > latest:
            raise SystemExit(f"{cart} was not sold")
        time.sleep(0.05)
    number = order["orderId"]
    post(f"{CONTROL}/orders/{number}/simulate", {"action": "pay"})
    # Your refund must not come before the shop has handled the notification. In some runs none comes.
    post(f"{CONTROL}/wait", {"for": "notification", "match": {"orderId": number, "state": "acknowledged"}, "timeoutMs": 1000})

# As a clerk does. If your shop gives nothing back, leave it out.
post(f"{SHOP}/refund", {"cart": "mug", "amount": 0.01})
