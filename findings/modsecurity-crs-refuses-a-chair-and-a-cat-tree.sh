#!/usr/bin/env bash
# OWASP's Core Rule Set 3.3.4 for ModSecurity 2.9.7 (Debian 12), as it begins, in front of a shop. Ordinary words of a cart are commands to it: a form with "Chair; cat tree", "Salt & less sugar", "50% off; time limited" or
# "Union Select Whisky" gets 403, and the shopper can't pay. A returnUrl of a test shop, http://127.0.0.1:3000/return, is refused, as are PUT, PATCH and DELETE. Of notifications, JSON and forms arrive, but a
# text/plain or application/jose body gets 403, so that the service sends it again and again, and the order stays open.
# Safe: an exclusion for the webhook's path and for fields of free text, tried with SecRuleEngine DetectionOnly first.
# Needs Debian 12's apache2-bin, libapache2-mod-security2, modsecurity-crs and media-types.
set -euo pipefail
modules=/usr/lib/apache2/modules
[ -x /usr/sbin/apache2 ] && [ -e $modules/mod_security2.so ] && [ -d /usr/share/modsecurity-crs/rules ] || { echo "needs Debian's packages apache2-bin, libapache2-mod-security2 and modsecurity-crs"; exit 1; }
folder=$(mktemp -d)
trap '[ -z "${server:-}" ] || { kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; }; rm -rf "$folder"' EXIT
cd "$folder"
mkdir www data
echo paid >www/index.html
chmod 755 . www
chmod 777 data
port=$(/usr/bin/python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
sed "s#^SecAuditEngine .*#SecAuditEngine Off#; s#^SecAuditLog .*#SecAuditLog $folder/audit#; s#^SecRuleEngine .*#SecRuleEngine On#; s#^SecUnicodeMapFile .*##" /etc/modsecurity/modsecurity.conf-recommended >modsecurity.conf
{
  printf '%s\n' "ServerName shop.example.com" "Listen 127.0.0.1:$port" "PidFile $folder/pid" "ErrorLog $folder/errors" "User nobody" "Group nogroup" "Mutex file:$folder/data" "DocumentRoot $folder/www"
  for module in mpm_prefork authz_core unique_id dir security2; do echo "LoadModule ${module}_module $modules/mod_$module.so"; done
  printf '%s\n' "DirectoryIndex index.html" "Include $folder/modsecurity.conf" "SecDataDir $folder/data" "Include /etc/modsecurity/crs/crs-setup.conf" "Include /usr/share/modsecurity-crs/rules/*.conf"
} >conf
setsid /usr/sbin/apache2 -f "$folder/conf" -DFOREGROUND >/dev/null 2>&1 &
server=$!
until (: <>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do kill -0 $server; done
ask() { curl -s -o /dev/null -w '%{http_code}' -H "Host: shop.example.com" "http://127.0.0.1:$port/" "$@"; }
{
  for text in "Chair" "Chair; cat tree" "Chair, cat tree" "Salt & less sugar" "Salt & pepper" "50% off; time limited" "T-shirt; top" "Union Select Whisky" "O'Brien"; do
    echo "item=$text: $(ask --data-urlencode "item=$text")"
  done
  for url in https://shop.example.com/return http://127.0.0.1:3000/return; do echo "returnUrl=$url: $(ask --data-urlencode "returnUrl=$url")"; done
  for type in application/json text/plain application/jose application/vnd.api+json; do echo "a notification as $type: $(ask -H "Content-Type: $type" --data '{"order":"A-1"}')"; done
  echo "PATCH of an order: $(ask -X PATCH -H "Content-Type: application/json" --data '{"order":"A-1"}')"
} | tee seen
diff seen - <<'TEXT'
item=Chair: 200
item=Chair; cat tree: 403
item=Chair, cat tree: 200
item=Salt & less sugar: 403
item=Salt & pepper: 200
item=50% off; time limited: 403
item=T-shirt; top: 403
item=Union Select Whisky: 403
item=O'Brien: 200
returnUrl=https://shop.example.com/return: 200
returnUrl=http://127.0.0.1:3000/return: 403
a notification as application/json: 200
a notification as text/plain: 403
a notification as application/jose: 403
a notification as application/vnd.api+json: 403
PATCH of an order: 403
TEXT
