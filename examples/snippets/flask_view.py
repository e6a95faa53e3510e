# pip install flask cryptography; flask --app flask_view run --port 3000. verify_cryptography.py stands beside it.
from flask import Flask, request
from verify_cryptography import genuine

app = Flask(__name__)


@app.post("/notify")  # With Flask-WTF: @csrf.exempt above def. A notification carries no CSRF token.
def notify():
    notification = genuine(request.get_data())
    if notification is None:
        return "not genuine", 400
    # It can come twice, late or never. Store it once by orderId and status, and query the order before you ship.
    return "OK"
