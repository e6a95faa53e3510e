#!/usr/bin/env bash
# Clients for XML-RPC and JSON-RPC, by which shops book a payment in Odoo, Magento or a bookkeeping program: Python 3.11's xmlrpc.client, jsonrpclib-pelix 0.4.2,
# and C++'s XmlRpc++ 1.15.15 (libxmlrpcpp) and flxmlrpc 0.1.4 (Debian 12). If the server books the payment and its answer is lost, they send the call again at once, on a new connection as on a used
# one, and tell the shop of an error only if the second answer is lost too. XML-RPC has no idempotent methods and no key, so each call is booked: a payment twice, for one call of the shop.
# Safe: a reference of the shop's own in the call that the server checks; in Python a transport whose request() is single_request().
# Needs Debian 12's python3-jsonrpclib-pelix, libxmlrpcpp-dev, libflxmlrpc-dev and g++.
set -euo pipefail
[ -d /usr/include/xmlrpcpp ] && [ -d /usr/include/flxmlrpc ] && /usr/bin/python3 -c "import jsonrpclib" || { echo "needs Debian's packages python3-jsonrpclib-pelix, libxmlrpcpp-dev, libflxmlrpc-dev and g++"; exit 1; }
folder=$(mktemp -d)
trap 'kill "$id" 2>/dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
cat >books.mjs <<'JS'
import http from "node:http";
import { writeFileSync } from "node:fs";
let booked = 0;
const server = http.createServer((request, response) => {
  request.resume().on("end", () => {
    if (request.method === "GET") {
      response.setHeader("connection", "close").end(String(booked));
      booked = 0;
    } else {
      booked++;
      request.socket.destroy();
    }
  });
});
server.listen(0, "127.0.0.1", () => writeFileSync("port", String(server.address().port)));
JS
node books.mjs & id=$!
for tries in $(seq 100); do [ -s port ] && break || sleep 0.1; done
port=$(cat port)
cat >book.py <<'PYTHON'
import sys
import jsonrpclib, xmlrpc.client
library = {"xmlrpc": xmlrpc.client, "jsonrpc": jsonrpclib}[sys.argv[1]]
try:
    library.ServerProxy("http://127.0.0.1:%s" % sys.argv[2]).book("A-1", 50)
except Exception as error:
    print(type(error).__name__, end=", ")
PYTHON
for library in XmlRpc++:xmlrpcpp flxmlrpc:flxmlrpc; do
  cat >book.cpp <<CPP
#include <${library#*:}/XmlRpc.h>
#include <cstdlib>
#include <iostream>
using namespace XmlRpc;
int main(int, char** words) {
  XmlRpcClient client("127.0.0.1", atoi(words[1]), "/");
  XmlRpcValue payment, answer;
  payment[0] = "A-1";
  payment[1] = 50;
  std::cout << (client.execute("book", payment, answer) ? "booked" : "an error") << ", ";
}
CPP
  g++ -w book.cpp -o "${library#*:}" "-l${library#*:}"
done
{
  for library in xmlrpc jsonrpc; do echo "Python's $library: $(/usr/bin/python3 book.py $library "$port")booked $(curl -s "127.0.0.1:$port") times"; done
  for library in xmlrpcpp flxmlrpc; do echo "C++'s $library: $(./$library "$port" 2>/dev/null)booked $(curl -s "127.0.0.1:$port") times"; done
} | tee seen
diff seen - <<'TEXT'
Python's xmlrpc: RemoteDisconnected, booked 2 times
Python's jsonrpc: RemoteDisconnected, booked 2 times
C++'s xmlrpcpp: an error, booked 2 times
C++'s flxmlrpc: an error, booked 2 times
TEXT
