#!/usr/bin/env bash
# mruby 3.1.0 (Debian 12), the small Ruby of devices. Float#floor(2) takes a cent from 7086 of the 9999 whole cents to 99.99: 19.99 is 19.98 and 1.1 is 1.09; ceil(2) adds one to 145. Ruby 3.1.2's floor is right, but its ceil(2) adds a cent to 573:
# 1.1 is 1.11. mruby's text of a float has 15 digits, so that 0.1 + 0.2 looks like 0.3 and isn't.
# Safe: (amount * 100).round, and integers from there.
# Needs Debian 12's mruby and ruby.
set -euo pipefail
command -v mruby >/dev/null && command -v ruby >/dev/null || { echo "needs Debian's packages mruby and ruby"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >amounts.rb <<'RUBY'
less = more = wrong = 0
1.upto(9999) do |cents|
  amount = cents / 100.0
  less += 1 if amount.floor(2) < amount - 0.005
  more += 1 if amount.ceil(2) > amount + 0.005
  wrong += 1 if (amount * 100).round != cents
end
puts "floor takes a cent from #{less}, ceil adds one to #{more}, the safe way changes #{wrong}"
puts [19.99, 1.1, 0.29].map { |amount| "#{amount}: floor #{amount.floor(2)}, ceil #{amount.ceil(2)}" }.join("; ")
puts "0.1 + 0.2: #{0.1 + 0.2}, equal to 0.3: #{0.1 + 0.2 == 0.3}"
RUBY
for language in mruby ruby; do
  echo "$language:"
  $language amounts.rb | sed 's/^/  /'
done | tee seen
diff seen - <<'TEXT'
mruby:
  floor takes a cent from 7086, ceil adds one to 145, the safe way changes 0
  19.99: floor 19.98, ceil 19.99; 1.1: floor 1.09, ceil 1.1; 0.29: floor 0.29, ceil 0.3
  0.1 + 0.2: 0.3, equal to 0.3: false
ruby:
  floor takes a cent from 0, ceil adds one to 573, the safe way changes 0
  19.99: floor 19.99, ceil 19.99; 1.1: floor 1.1, ceil 1.11; 0.29: floor 0.29, ceil 0.29
  0.1 + 0.2: 0.30000000000000004, equal to 0.3: false
TEXT
