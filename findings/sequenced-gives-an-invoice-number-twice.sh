#!/usr/bin/env bash
# Ruby's sequenced 3.1.1 (Debian 12), which numbers the invoices of each shop. The next number is the highest that is left and one: if invoice 2 is deleted, the next invoice is 2 again,
# on another amount. A number that was set by hand, such as 90 of an import, moves all that follow.
# Safe: cancel invoices instead of deleting them, or a counter of the shop; a unique index in any case.
# Needs Debian 12's ruby-sequenced and ruby-sqlite3.
set -euo pipefail
ruby -e 'require "active_record"; require "sequenced"; require "sqlite3"' 2>/dev/null || { echo "needs Debian's packages ruby-sequenced and ruby-sqlite3"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >invoices.rb <<'RUBY'
require "active_record"
require "sequenced"
ActiveRecord::Base.establish_connection(adapter: "sqlite3", database: ":memory:")
ActiveRecord::Schema.verbose = false
ActiveRecord::Schema.define { create_table(:invoices) { |t| t.integer :shop_id; t.integer :number; t.string :amount } }
class Invoice < ActiveRecord::Base
  acts_as_sequenced column: :number, scope: :shop_id
end
sent = []
bill = ->(amount, **other) { Invoice.create!(shop_id: 1, amount: amount, **other).tap { |invoice| sent << "#{invoice.number} of #{amount}" } }
bill.("50.00")
second = bill.("19.99")
second.destroy
bill.("1,234.50")
bill.("5.00", number: 90)
bill.("6.00")
puts "sent: #{sent.join(", ")}"
puts "of another shop: #{Invoice.create!(shop_id: 2).number}"
RUBY
ruby -W0 invoices.rb | tee seen
diff seen - <<'TEXT'
sent: 1 of 50.00, 2 of 19.99, 2 of 1,234.50, 90 of 5.00, 91 of 6.00
of another shop: 1
TEXT
