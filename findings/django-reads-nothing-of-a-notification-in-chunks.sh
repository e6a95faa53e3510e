#!/usr/bin/env bash
# A payment service or a tunnel before the shop sends its notification with "Transfer-Encoding: chunked", without a Content-Length, as HTTP allows. Debian 12's Django 3.2 has an empty request.body then, under gunicorn 20.1 as under wsgiref, gevent,
# eventlet and uWSGI (not under waitress, which counts the body first): a right signature is wrong, or json.loads fails, and no payment is ever booked, while a notification with a Content-Length works. Flask 2.2 reads nothing under wsgiref,
# eventlet and uWSGI; Bottle 0.12 answers 400 under gunicorn, gevent, eventlet and uWSGI. Ruby's thin 1.8 gives the sizes of the chunks as a part of the body, which no signature fits. Perl's Twiggy and plackup give nothing; Puma, Starman, PHP and
# Node.js give the body.
# Safe: a proxy that collects the body before the shop, as nginx does by default; and a test that sends a notification in chunks.
# Needs Debian 12's python3-django, python3-flask, python3-bottle, gunicorn, python3-waitress, python3-gevent, python3-eventlet, uwsgi-plugin-python3, thin, puma, twiggy, starman and libplack-perl.
set -euo pipefail
/usr/bin/python3 -c "import django, flask, bottle, waitress, gevent, eventlet" && command -v gunicorn uwsgi thin puma twiggy starman plackup >/dev/null ||
  { echo "needs Debian's packages python3-django, python3-flask, python3-bottle, gunicorn, python3-waitress, python3-gevent, python3-eventlet, uwsgi-plugin-python3, thin, puma, twiggy, starman and libplack-perl"; exit 1; }
folder=$(mktemp -d)
trap 'kill ${id:-} 2>/dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
cat >shops.py <<'PYTHON'
import bottle, flask
from django.conf import settings
settings.configure(SECRET_KEY="of a test", ROOT_URLCONF=__name__, ALLOWED_HOSTS=["*"], MIDDLEWARE=[])
from django.core.wsgi import get_wsgi_application
from django.http import HttpResponse
from django.urls import path

urlpatterns = [path("", lambda request: HttpResponse(request.body))]
Django = get_wsgi_application()
Flask = flask.Flask("shop")
Flask.post("/")(lambda: flask.request.get_data())
Bottle = bottle.Bottle()
Bottle.post("/")(lambda: bottle.request.body.read())
PYTHON
cat >serve.py <<'PYTHON'
import sys
import shops
server, shop, port = sys.argv[1], getattr(shops, sys.argv[2]), int(sys.argv[3])
if server == "wsgiref":
    from wsgiref.simple_server import make_server
    make_server("127.0.0.1", port, shop).serve_forever()
elif server == "waitress":
    import waitress
    waitress.serve(shop, host="127.0.0.1", port=port)
elif server == "gevent":
    from gevent.pywsgi import WSGIServer
    WSGIServer(("127.0.0.1", port), shop).serve_forever()
else:
    import eventlet
    from eventlet import wsgi
    wsgi.server(eventlet.listen(("127.0.0.1", port)), shop)
PYTHON
echo 'run lambda { |env| body = env["rack.input"].read; [200, { "Content-Type" => "text/plain", "Content-Length" => body.bytesize.to_s }, [body]] }' >config.ru
cat >app.psgi <<'PERL'
sub { my $env = shift; $env->{"psgi.input"}->read(my $body = "", $env->{CONTENT_LENGTH} || 0); [200, ["Content-Type" => "text/plain"], [$body]] };
PERL
port=24870
says() {
  local answer
  answer=$(curl -s -m 10 -w '%{http_code}' -H "Content-Type: application/json" "$@" -d '{"status":"PAID"}' "http://127.0.0.1:$port/" | tr -s '\r\n' ' ')
  case $answer in *400) echo "a 400" ;; 200) echo "nothing" ;; '{"status":"PAID"}200') echo "all" ;; *) echo "${answer%200}" ;; esac
}
serve() {
  "${@:2}" >log 2>&1 & id=$!
  for tries in $(seq 150); do (exec 3<>/dev/tcp/127.0.0.1/$port) 2>/dev/null && break || sleep 0.1; done
  echo "$1: reads $(says -H "Transfer-Encoding: chunked") in chunks, $(says) with a length"
  kill "$id" && wait "$id" 2>/dev/null || true
  port=$((port + 1))
}
{
  for shop in Django Flask Bottle; do
    for server in wsgiref waitress gevent eventlet; do serve "$shop, $server" /usr/bin/python3 serve.py $server $shop $port; done
    serve "$shop, gunicorn" gunicorn -b 127.0.0.1:$port shops:$shop
    serve "$shop, uWSGI" uwsgi --http-socket 127.0.0.1:$port --plugin python3 --module shops --callable $shop
  done
  serve thin thin -a 127.0.0.1 -p $port start
  serve Puma puma -b tcp://127.0.0.1:$port
  serve Starman starman --listen 127.0.0.1:$port app.psgi
  serve Twiggy plackup -s Twiggy --host 127.0.0.1 --port $port app.psgi
  serve plackup plackup --host 127.0.0.1 --port $port app.psgi
} | tee seen
diff seen - <<'TEXT'
Django, wsgiref: reads nothing in chunks, all with a length
Django, waitress: reads all in chunks, all with a length
Django, gevent: reads nothing in chunks, all with a length
Django, eventlet: reads nothing in chunks, all with a length
Django, gunicorn: reads nothing in chunks, all with a length
Django, uWSGI: reads nothing in chunks, all with a length
Flask, wsgiref: reads nothing in chunks, all with a length
Flask, waitress: reads all in chunks, all with a length
Flask, gevent: reads all in chunks, all with a length
Flask, eventlet: reads nothing in chunks, all with a length
Flask, gunicorn: reads all in chunks, all with a length
Flask, uWSGI: reads nothing in chunks, all with a length
Bottle, wsgiref: reads all in chunks, all with a length
Bottle, waitress: reads all in chunks, all with a length
Bottle, gevent: reads a 400 in chunks, all with a length
Bottle, eventlet: reads a 400 in chunks, all with a length
Bottle, gunicorn: reads a 400 in chunks, all with a length
Bottle, uWSGI: reads a 400 in chunks, all with a length
thin: reads 11 {"status":"PAID"} 0  in chunks, all with a length
Puma: reads all in chunks, all with a length
Starman: reads all in chunks, all with a length
Twiggy: reads nothing in chunks, all with a length
plackup: reads nothing in chunks, all with a length
TEXT
