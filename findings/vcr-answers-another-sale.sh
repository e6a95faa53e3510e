#!/usr/bin/env bash
# Ruby vcr 5.0.0 and Python's vcrpy 4.2.1 (Debian 12's packages) compare method and address of a call and not its body, and in a payment API all
# sales have one address. A test that now sells A-2 gets the taped answer about A-1, with A-1's order and amount, and nothing is paid. Safe:
# match_requests_on: [:method, :uri, :body], and match_on with "body" in Python.
# Needs Debian 12's ruby and python3.
set -euo pipefail
folder=$(mktemp -d)
cleanup() { [ -n "${service:-}" ] && kill "$service"; rm -rf "$folder"; }
trap cleanup EXIT
cd "$folder"
apt-get download -q ruby-vcr ruby-webmock ruby-addressable ruby-crack ruby-hashdiff ruby-public-suffix \
  python3-vcr python3-requests python3-urllib3 python3-idna python3-certifi python3-chardet python3-wrapt python3-yaml python3-six \
  python3-yarl python3-multidict >/dev/null 2>&1
for package in *.deb; do dpkg-deb --extract "$package" .; done
cat >service.mjs <<'JS'
import http from "node:http";
http.createServer((request, response) => {
  let body = "";
  request.on("data", (part) => (body += part)).on("end", () => response.end(body));
}).listen(24855, "127.0.0.1");
JS
node service.mjs & service=$!
for tries in $(seq 50); do (exec 3<>/dev/tcp/127.0.0.1/24855) 2>/dev/null && break || sleep 0.2; done
cat >shop.rb <<'RUBY'
require "vcr"
require "net/http"
VCR.configure { |settings| settings.cassette_library_dir = "tapes"; settings.hook_into :webmock }
sale = ->(body) { Net::HTTP.post(URI("http://127.0.0.1:24855/sale"), body).body rescue $!.class.to_s }
VCR.use_cassette("shop") { sale.("A-1 50") }
VCR.use_cassette("shop") { puts "vcr #{VCR.version}, the sale of A-2 99: #{sale.("A-2 99")}" }
VCR.use_cassette("shop", match_requests_on: [:method, :uri, :body]) { puts "with :body: #{sale.("A-2 99")}" }
RUBY
cat >shop.py <<'PYTHON'
import requests, vcr
def sale(body):
    try: return requests.post("http://127.0.0.1:24855/sale", body).text
    except Exception as error: return type(error).__name__
with vcr.use_cassette("shop.yaml"): sale("A-1 50")
with vcr.use_cassette("shop.yaml"): print(f"vcrpy {vcr.__version__}, the sale of A-2 99: {sale('A-2 99')}")
with vcr.use_cassette("shop.yaml", match_on=["method", "uri", "body"]): print(f"with body: {sale('A-2 99')}")
PYTHON
gems=$(printf %s: "$folder"/usr/lib/ruby/vendor_ruby "$folder"/usr/share/rubygems-integration/all/gems/*/lib)
seen=$(RUBYLIB=${gems%:} ruby shop.rb; PYTHONPATH=$folder/usr/lib/python3/dist-packages /usr/bin/python3 shop.py)
echo "$seen"
expected='vcr 5.0.0, the sale of A-2 99: A-1 50
with :body: VCR::Errors::UnhandledHTTPRequestError
vcrpy 4.2.1, the sale of A-2 99: A-1 50
with body: CannotOverwriteExistingCassetteException'
[ "$seen" = "$expected" ]
