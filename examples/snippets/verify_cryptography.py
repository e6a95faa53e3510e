# The same with the package cryptography (pip install cryptography) in place of openssl. A web framework's view imports genuine().
import base64, json, os, sys
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding

with open(os.environ.get("PAYMENT_SANDBOX_PUBLIC_KEY_FILE") or sys.exit("PAYMENT_SANDBOX_PUBLIC_KEY_FILE is not set: run it inside payment-sandbox exec or eval its env"), "rb") as file:
    public_key = serialization.load_pem_public_key(file.read())


def genuine(body):
    """The notification in a body. None if it is none, or if its signature is wrong."""
    try:
        fields = json.loads(body)
        signature = base64.b64decode(fields.pop("signature"))
        text = "&".join(sorted(f"{key}={value}" for key, value in fields.items()))
        public_key.verify(signature, text.encode(), padding.PKCS1v15(), hashes.SHA256())
        return fields
    except (InvalidSignature, ValueError, TypeError, KeyError, AttributeError):
        return None


if __name__ == "__main__":
    valid = genuine(sys.stdin.buffer.read()) is not None
    print("valid" if valid else "invalid")
    sys.exit(0 if valid else 1)
