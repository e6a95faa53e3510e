# pip install fastapi uvicorn cryptography; uvicorn fastapi_view:app --port 3000. verify_cryptography.py stands beside it.
from fastapi import FastAPI, Request
from fastapi.responses import PlainTextResponse
from verify_cryptography import genuine

app = FastAPI()


@app.post("/notify")
async def notify(request: Request):
    notification = genuine(await request.body())
    if notification is None:
        return PlainTextResponse("not genuine", 400)
    # It can come twice, late or never. Store it once by orderId and status, and query the order before you ship.
    return PlainTextResponse("OK")  # "OK" alone would be JSON, with quotes.
