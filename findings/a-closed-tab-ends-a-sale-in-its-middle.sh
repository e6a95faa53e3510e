#!/usr/bin/env bash
# A shopper closes the tab while the shop waits for the service's answer. Quart 0.18.3 on uvicorn 0.17.6, and async views of Django 5.2.17 on uvicorn 0.54.0, then cancel the handler:
# the sale is made, and nothing after its await runs. CancelledError is no Exception, so `except Exception` doesn't see it. aiohttp 3.8.4, Tornado 6.2, Starlette 0.26.1 and
# Falcon 3.1.1 go on. A webhook that takes longer than the sender's patience is ended the same way. Needs Debian 12's
# python3-quart, python3-uvicorn, python3-aiohttp, python3-tornado, python3-starlette and python3-falcon, and pip.
# Safe: asyncio.shield() around the sale and its booking, or a query of the order by the shop's own job.
set -euo pipefail
folder=$(mktemp -d)
cleanup() { [ -z "${server:-}" ] || kill "$server" 2>/dev/null || true; rm -rf "$folder"; }
trap cleanup EXIT
cd "$folder"
python3 -m venv django
django/bin/pip install --quiet Django==5.2.17 uvicorn==0.54.0 2>/dev/null
cat >shop.py <<'PYTHON'
import asyncio, sys

def write(line):
    with open("books", "a") as books:
        books.write(line + " ")

async def buy():
    write("sold")
    try:
        await asyncio.sleep(1)
        write("booked")
    except Exception:
        write("an exception")

name, port = sys.argv[1], int(sys.argv[2])
if name == "aiohttp":
    from aiohttp import web
    async def page(request):
        await buy()
        return web.Response(text="thanks")
    shop = web.Application()
    shop.router.add_post("/buy", page)
    web.run_app(shop, host="127.0.0.1", port=port, print=None)
elif name == "Tornado":
    import tornado.web
    class Page(tornado.web.RequestHandler):
        async def post(self):
            await buy()
    async def serve():
        tornado.web.Application([("/buy", Page)]).listen(port, "127.0.0.1")
        await asyncio.Event().wait()
    asyncio.run(serve())
else:
    if name == "Quart":
        from quart import Quart
        shop = Quart("shop")
        @shop.post("/buy")
        async def page():
            await buy()
            return "thanks"
    elif name == "Starlette":
        from starlette.applications import Starlette
        from starlette.responses import PlainTextResponse
        from starlette.routing import Route
        async def page(request):
            await buy()
            return PlainTextResponse("thanks")
        shop = Starlette(routes=[Route("/buy", page, methods=["POST"])])
    elif name == "Falcon":
        import falcon.asgi
        class Page:
            async def on_post(self, request, response):
                await buy()
        shop = falcon.asgi.App()
        shop.add_route("/buy", Page())
    else:
        from django.conf import settings
        from django.core.asgi import get_asgi_application
        from django.http import HttpResponse
        from django.urls import path
        async def page(request):
            await buy()
            return HttpResponse("thanks")
        urlpatterns = [path("buy", page)]
        settings.configure(ROOT_URLCONF=__name__, SECRET_KEY="x", ALLOWED_HOSTS=["*"])
        shop = get_asgi_application()
    import uvicorn
    uvicorn.run(shop, host="127.0.0.1", port=port, log_level="critical")
PYTHON
port=45910
for name in Quart Django Starlette Falcon aiohttp Tornado; do
  port=$((port + 1))
  python=/usr/bin/python3
  [ $name != Django ] || python=django/bin/python
  $python shop.py $name $port 2>/dev/null & server=$!
  for tries in $(seq 100); do (exec 3<>/dev/tcp/127.0.0.1/$port) 2>/dev/null && break || sleep 0.2; done
  (exec 3<>/dev/tcp/127.0.0.1/$port; printf 'POST /buy HTTP/1.1\r\nHost: shop\r\nContent-Length: 2\r\n\r\n{}' >&3; for tries in $(seq 50); do grep -q sold books 2>/dev/null && break || sleep 0.1; done)
  sleep 2
  echo "$name: $(cat books)"
  rm books
  kill $server
  wait $server 2>/dev/null || true
done | tee seen
sed -i 's/ *$//' seen
diff seen - <<'TEXT'
Quart: sold
Django: sold
Starlette: sold booked
Falcon: sold booked
aiohttp: sold booked
Tornado: sold booked
TEXT
