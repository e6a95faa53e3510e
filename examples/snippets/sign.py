# The request text on stdin → the envelope to post. Python's standard library has no RSA, so openssl signs
# (examples/shop.py shows it in pure Python). With the package "cryptography":
#   load_pem_private_key(pem_bytes, None).sign(request.encode(), padding.PKCS1v15(), hashes.SHA256())
import base64, json, os, subprocess, sys

request = sys.stdin.buffer.read().decode().strip()
private_key = os.environ.get("PAYMENT_SANDBOX_PRIVATE_KEY_FILE") or sys.exit("PAYMENT_SANDBOX_PRIVATE_KEY_FILE is not set: run it inside payment-sandbox exec or eval its env")

command = ["openssl", "dgst", "-sha256", "-sign", private_key]
signature = subprocess.run(command, input=request.encode(), capture_output=True, check=True).stdout
print(json.dumps({"request": request, "signature": base64.b64encode(signature).decode()}))
