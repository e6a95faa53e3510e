#!/usr/bin/env bash
# Rails' caches in memory and in files, ActiveSupport 6.1.7 (Debian 12): Rails.cache.decrement("card", 20) of a gift card with 50.50 answers 30 and keeps 30, since the value is made an
# integer first; the fifty cents are gone, without an error. The text "50.50" is read so, too, and "HK$50.00" is 0 and then -20.
# Safe: cents as integers.
# Needs Debian 12's ruby-activesupport.
set -euo pipefail
ruby -e 'require "active_support"' 2>/dev/null || { echo "needs Debian's package ruby-activesupport"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >card.rb <<'RUBY'
require "bigdecimal"
require "active_support"
require "active_support/cache"
[ActiveSupport::Cache::MemoryStore.new, ActiveSupport::Cache::FileStore.new("cache")].each do |cache|
  [50.5, BigDecimal("50.50"), "50.50", "HK$50.00", 5050].each do |balance|
    cache.write("card", balance)
    answer = cache.decrement("card", balance == 5050 ? 2000 : 20)
    puts "#{cache.class.name.split("::").last}, #{balance.class} #{balance.is_a?(BigDecimal) ? balance.to_s("F") : balance}: answers #{answer}, keeps #{cache.read("card")}"
  end
end
RUBY
ruby -W0 card.rb | tee seen
diff seen - <<'TEXT'
MemoryStore, Float 50.5: answers 30, keeps 30
MemoryStore, BigDecimal 50.5: answers 30, keeps 30
MemoryStore, String 50.50: answers 30, keeps 30
MemoryStore, String HK$50.00: answers -20, keeps -20
MemoryStore, Integer 5050: answers 3050, keeps 3050
FileStore, Float 50.5: answers 30, keeps 30
FileStore, BigDecimal 50.5: answers 30, keeps 30
FileStore, String 50.50: answers 30, keeps 30
FileStore, String HK$50.00: answers -20, keeps -20
FileStore, Integer 5050: answers 3050, keeps 3050
TEXT
