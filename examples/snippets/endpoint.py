# A notification endpoint: python3 endpoint.py [port]. Answers OK only if the service signed it. openssl verifies,
# as in verify.py; with the package cryptography it is public_key.verify().
import base64, json, os, subprocess, sys, tempfile
from http.server import BaseHTTPRequestHandler, HTTPServer

PUBLIC_KEY = os.environ.get("PAYMENT_SANDBOX_PUBLIC_KEY_FILE") or sys.exit("PAYMENT_SANDBOX_PUBLIC_KEY_FILE is not set: run it inside payment-sandbox exec or eval its env")


def is_signed(text, signature):
    with tempfile.NamedTemporaryFile() as file:
        file.write(signature)
        file.flush()
        command = ["openssl", "dgst", "-sha256", "-verify", PUBLIC_KEY, "-signature", file.name]
        return subprocess.run(command, input=text, capture_output=True).returncode == 0


def genuine(body):
    """The notification in a body. None if it is none, or if its signature is wrong."""
    try:
        fields = json.loads(body)
        signature = base64.b64decode(fields.pop("signature"))
        text = "&".join(sorted(f"{key}={value}" for key, value in fields.items())).encode()
    except (ValueError, TypeError, KeyError, AttributeError):
        return None
    return fields if is_signed(text, signature) else None


def text_of(notification):
    """Of a paid order, or of a stored card, which has no status."""
    names = ["userId", "tokenId", "maskedPan"] if "tokenId" in notification else ["merchantReference", "status", "amount"]
    return " ".join(notification[name] for name in names)


class Endpoint(BaseHTTPRequestHandler):
    def do_POST(self):
        notification = genuine(self.rfile.read(int(self.headers["Content-Length"] or 0)))
        answer = b"OK" if notification else b"not genuine"
        if notification:
            # It can come twice, late or never. Store it once by orderId and status, and query the order before you ship.
            print(text_of(notification), flush=True)
        self.send_response(200 if notification else 400)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        pass


HTTPServer(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 3000), Endpoint).serve_forever()
