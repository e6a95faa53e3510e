#!/usr/bin/env bash
# Ruby's numerizer 0.2.0 (Debian 12), which reads numbers in words for chronic and for shops that take orders by voice or chat: "twenty five hundred dollars" is 20 500 dollars, "nineteen
# ninety nine" is 19 90 9, "twelve fifty" 12 50, and "a hundred" is a100.
# Safe: ask for the amount in digits.
# Needs Debian 12's ruby-numerizer.
set -euo pipefail
ruby -e 'require "numerizer"' 2>/dev/null || { echo "needs Debian's package ruby-numerizer"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >words.rb <<'RUBY'
require "numerizer"
["twenty five hundred dollars", "twenty-five hundred dollars", "two thousand five hundred dollars", "nineteen ninety nine", "nineteen dollars and ninety nine cents", "twelve fifty", "a hundred dollars", "fifty point five"].each { |words| puts "#{words}: #{Numerizer.numerize(words)}" }
RUBY
ruby -W0 words.rb | tee seen
diff seen - <<'TEXT'
twenty five hundred dollars: 20 500 dollars
twenty-five hundred dollars: 20 500 dollars
two thousand five hundred dollars: 2500 dollars
nineteen ninety nine: 19 90 9
nineteen dollars and ninety nine cents: 19 dollars and 99 cents
twelve fifty: 12 50
a hundred dollars: a100 dollars
fifty point five: 50 point 5
TEXT
