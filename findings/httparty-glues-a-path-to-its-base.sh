#!/usr/bin/env bash
# HTTParty 0.21 (Debian 12's ruby-httparty; Debian's ruby is needed here) takes the last slash of base_uri away and glues the path to it: a base URL
# with a slash at its end and a path without one, which suits most clients, becomes another account's path, /lane/asale. Safe: begin the path with a
# slash.
set -euo pipefail
folder=$(mktemp -d)
cleanup() { [ -n "${service:-}" ] && kill "$service"; rm -rf "$folder"; }
trap cleanup EXIT
cd "$folder"
apt-get download -q ruby-httparty ruby-multi-xml ruby-mini-mime >/dev/null 2>&1
for package in *.deb; do dpkg-deb --extract "$package" .; done
dpkg-deb --field ruby-httparty_*.deb Version
cat >service.mjs <<'JS'
import http from "node:http";
http.createServer((request, response) => request.resume().on("end", () => response.end(request.url))).listen(24861, "127.0.0.1");
JS
node service.mjs & service=$!
for tries in $(seq 50); do (exec 3<>/dev/tcp/127.0.0.1/24861) 2>/dev/null && break || sleep 0.2; done
cat >shop.rb <<'RUBY'
require "httparty"
["/lane/a", "/lane/a/"].product(["/sale", "sale"]).each do |base, path|
  client = Class.new { include HTTParty }
  client.base_uri "http://127.0.0.1:24861#{base}"
  puts "#{base} and #{path}: #{client.post(path, body: "{}").body}"
end
RUBY
seen=$(RUBYLIB=$folder/usr/lib/ruby/vendor_ruby:$(echo usr/share/rubygems-integration/all/gems/*/lib | tr ' ' ':') ruby -W0 shop.rb)
echo "$seen"
expected='/lane/a and /sale: /lane/a/sale
/lane/a and sale: /lane/asale
/lane/a/ and /sale: /lane/a/sale
/lane/a/ and sale: /lane/asale'
[ "$seen" = "$expected" ]
