#!/usr/bin/env bash
# webhook 2.8.0 (Debian 12; by adnanh) starts a command for each notification. By default it answers 200 and its response-message before the command has
# ended, so a command that fails has lost the notification: the sender counts it as taken and doesn't send it again. A null is handed on as the text
# <nil>, a member that is missing as an empty text, and the whole payload with its members in another order, so that a signature over it no longer fits.
# Safe: "include-command-output-in-response": true, which answers 500 if the command fails; check the signature over single members, and refuse <nil>.
# Needs Debian 12's webhook.
set -euo pipefail
command -v webhook >/dev/null || { echo "needs Debian's package webhook"; exit 1; }
folder=$(mktemp -d)
cd "$folder"
cat >hooks.json <<JSON
[
  { "id": "default", "execute-command": "/bin/false", "response-message": "OK" },
  { "id": "waits", "execute-command": "/bin/false", "include-command-output-in-response": true },
  {
    "id": "shows", "execute-command": "$folder/show", "include-command-output-in-response": true,
    "pass-arguments-to-command": [
      { "source": "payload", "name": "orderId" }, { "source": "payload", "name": "amount" }, { "source": "payload", "name": "email" },
      { "source": "payload", "name": "missing" }, { "source": "entire-payload" }
    ]
  }
]
JSON
printf '#!/bin/sh\nprintf "[%%s]" "$@"\n' >show
chmod +x show
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
webhook -hooks hooks.json -ip 127.0.0.1 -port "$port" >log 2>&1 &
server=$!
trap 'kill $server; rm -rf "$folder"' EXIT
curl -sf --retry 20 --retry-connrefused --retry-delay 1 -o /dev/null "http://127.0.0.1:$port/"
for hook in default waits shows; do
  echo "$hook: $(curl -s -w ' %{http_code}' -H 'Content-Type: application/json' "http://127.0.0.1:$port/hooks/$hook" \
    -d '{"orderId":1000000000000000001,"status":"SUCCESS","amount":50.00,"email":null}')"
done | tee seen
diff seen - <<'TEXT'
default: OK 200
waits: Error occurred while executing the hook's command. Please check your logs for more details. 500
shows: [1000000000000000001][50.00][<nil>][][{"amount":50.00,"email":null,"orderId":1000000000000000001,"status":"SUCCESS"}] 200
TEXT
