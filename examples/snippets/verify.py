# A notification's body on stdin → "valid" (exit 0) or "invalid" (exit 1). openssl verifies, as in sign.py.
import base64, json, os, subprocess, sys, tempfile

public_key = os.environ.get("PAYMENT_SANDBOX_PUBLIC_KEY_FILE") or sys.exit("PAYMENT_SANDBOX_PUBLIC_KEY_FILE is not set: run it inside payment-sandbox exec or eval its env")

try:
    fields = json.loads(sys.stdin.buffer.read())
    signature = base64.b64decode(fields.pop("signature"))
    text = "&".join(sorted(f"{key}={value}" for key, value in fields.items())).encode()
except (ValueError, TypeError, KeyError, AttributeError):  # No JSON, or no signature.
    print("invalid")
    sys.exit(1)
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "signature")
    with open(path, "wb") as file:
        file.write(signature)
    command = ["openssl", "dgst", "-sha256", "-verify", public_key, "-signature", path]
    valid = subprocess.run(command, input=text, capture_output=True).returncode == 0
print("valid" if valid else "invalid")
sys.exit(0 if valid else 1)
