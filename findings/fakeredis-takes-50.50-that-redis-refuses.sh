#!/usr/bin/env bash
# Ruby's fakeredis 0.8.0 (Debian 12), which stands in for Redis in tests. DECRBY by 5050.5 and of a card with "50.00" or "1,234" succeed and lose what is behind the point or the comma, while Redis 7.0 answers all three with "value
# is not an integer or out of range": the test is green, and in production the sale ends in an error after the payment. Python's fakeredis 1.9.0 refuses the first two as Redis does.
# Safe: cents as integers, and one test against a real Redis.
# Needs Debian 12's ruby-fakeredis and redis-server.
set -euo pipefail
ruby -e 'require "fakeredis"' 2>/dev/null && command -v redis-server >/dev/null || { echo "needs Debian's packages ruby-fakeredis and redis-server"; exit 1; }
folder=$(mktemp -d)
trap 'kill "$server" 2>/dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
redis-server --port 0 --unixsocket "$folder/socket" --save "" --daemonize no >/dev/null &
server=$!
cat >card.rb <<'RUBY'
require ARGV[0]
redis = Redis.new(path: ARGV[1])
begin
  redis.ping
rescue Redis::CannotConnectError
  retry
end
ask = lambda do |name, &block|
  answer = begin
    block.call
  rescue Redis::CommandError => error
    error.message
  end
  puts "#{ARGV[0]}, #{name}: #{answer}, left #{redis.get("card")}"
end
redis.set("card", "5000")
ask.("take 5050.5 of 5000") { redis.decrby("card", 5050.5) }
redis.set("card", "50.00")
ask.("take 1 of 50.00") { redis.decrby("card", 1) }
redis.set("card", "1,234")
ask.("take 1 of 1,234") { redis.decrby("card", 1) }
RUBY
{ ruby -W0 card.rb fakeredis "$folder/socket"; ruby -W0 card.rb redis "$folder/socket"; } | tee seen
diff seen - <<'TEXT'
fakeredis, take 5050.5 of 5000: -50, left -50
fakeredis, take 1 of 50.00: 49, left 49
fakeredis, take 1 of 1,234: 0, left 0
redis, take 5050.5 of 5000: ERR value is not an integer or out of range, left 5000
redis, take 1 of 50.00: ERR value is not an integer or out of range, left 50.00
redis, take 1 of 1,234: ERR value is not an integer or out of range, left 1,234
TEXT
