"""A shop that charges stored cards. In place of urllib it may take requests or httpx."""
import base64, http.client, json, urllib.error, urllib.request

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding
from cryptography.hazmat.primitives.serialization import load_pem_private_key

DONE, NOT_UNSETTLED = "0000", "2008"


class NoAnswer(Exception):
    """Nobody knows what happened: query the order."""


class Shop:
    def __init__(self, settings):
        self.url = settings["PAYMENT_SANDBOX_URL"]
        self.merchant = settings["PAYMENT_SANDBOX_MERCHANT_ID"]
        with open(settings["PAYMENT_SANDBOX_PRIVATE_KEY_FILE"], "rb") as file:
            self.key = load_pem_private_key(file.read(), None)

    def page_to_store_a_card(self, user):
        """The shopper is sent there."""
        return self.call("tokenization/add-token", userId=user)["checkoutUrl"]

    def cards(self, user):
        return self.call("tokenization/query-token", userId=user)["list"]

    def charge(self, user, card, reference, amount):
        """None if it was paid, else why not. A reference is for one charge; after a decline take a new one."""
        item = {"quantity": 1, "priceData": {"name": "Tea", "unitAmount": amount}}
        order = dict(userId=user, tokenId=card, merchantReference=reference, amount=amount, lineItems=[item])
        try:
            answer = self.call("tokenization/sale", **order)
        except NoAnswer:
            if self.net(reference) == amount:
                return None
            raise
        return None if answer["responseCode"] == DONE else answer["message"]

    def give_back(self, reference, amount):
        """Refunds. After a lost answer only what is left to refund."""
        before = self.net(reference)
        try:
            answer = self.call("hosted-checkout/refund", merchantReference=reference, amount=amount)
        except NoAnswer:
            if self.net(reference) == before:
                return self.give_back(reference, amount)
            return None
        return None if answer["responseCode"] == DONE else answer["message"]

    def cancel(self, reference):
        """Voids the charge; what is settled can only be refunded."""
        answer = self.call("tokenization/void", merchantReference=reference)
        if answer["responseCode"] == NOT_UNSETTLED:
            return self.give_back(reference, self.net(reference))
        return None if answer["responseCode"] == DONE else answer["message"]

    def net(self, reference):
        """What was paid, without what was given back."""
        answer = self.call("hosted-checkout/query", merchantReference=reference)
        return answer["order"]["netAmount"] if answer["responseCode"] == DONE else 0

    def call(self, path, **parameters):
        request = json.dumps({"merchantId": self.merchant, **parameters})
        signature = self.key.sign(request.encode(), padding.PKCS1v15(), hashes.SHA256())
        body = {"request": request, "signature": base64.b64encode(signature).decode()}
        post = urllib.request.Request(
            f"{self.url}/{path}", json.dumps(body).encode(), {"Content-Type": "application/json"}
        )
        try:
            with urllib.request.urlopen(post, timeout=20) as answer:
                return json.load(answer)
        except (OSError, ValueError, http.client.HTTPException) as lost:
            raise NoAnswer(path) from lost
