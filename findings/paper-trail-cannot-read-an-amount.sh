#!/usr/bin/env bash
# PaperTrail (Ruby, Debian 12), the history of a shop's records. As it begins, it writes an order with a decimal amount as YAML and cannot read it again: reify and
# changes raise Psych::DisallowedClass, for BigDecimal and for Rails' times, as soon as the history is asked what an order was before it was changed. Writing gives no error.
# Safe: a column of type json for object and object_changes, or PaperTrail.serializer = PaperTrail::Serializers::JSON, from the first order on.
# Needs Debian 12's ruby-paper-trail and ruby-sqlite3.
set -euo pipefail
ruby -W0 -e 'require "active_record"; require "paper_trail"; require "sqlite3"' 2>/dev/null || { echo "needs Debian's packages ruby-paper-trail and ruby-sqlite3"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >history.rb <<'RUBY'
require "active_record"
require "paper_trail"

ActiveRecord::Base.establish_connection(adapter: "sqlite3", database: ":memory:")
ActiveRecord::Schema.verbose = false
ActiveRecord::Schema.define do
  create_table(:orders) { |t| t.string :reference; t.decimal :amount, precision: 9, scale: 2; t.string :status }
  create_table(:notes) { |t| t.string :text }
  create_table(:versions) { |t| t.string :item_type; t.bigint :item_id; t.string :event; t.string :whodunnit; t.text :object; t.datetime :created_at }
end
class Order < ActiveRecord::Base
  has_paper_trail
end
class Note < ActiveRecord::Base
  has_paper_trail
end

def before(record)
  old = record.versions.last.reify
  old.attributes.except("id").map { |name, value| "#{name} #{value.respond_to?(:to_digits) ? value.to_digits : value}" }.join(", ")
rescue => error
  "#{error.class}: #{error.message}"
end

puts "paper_trail #{PaperTrail::VERSION::STRING}, activerecord #{ActiveRecord::VERSION::STRING[/\d+\.\d+/]}"
note = Note.create!(text: "paid")
note.update!(text: "refunded")
puts "a note before: #{before(note)}"
order = Order.create!(reference: "A-1", amount: "50.00", status: "PAID")
order.update!(amount: "5.00", status: "REFUNDED")
puts "an order before: #{before(order)}"
PaperTrail.serializer = PaperTrail::Serializers::JSON
order = Order.create!(reference: "A-2", amount: "50.00", status: "PAID")
order.update!(amount: "5.00", status: "REFUNDED")
puts "with JSON: #{before(order)}"
RUBY
ruby -W0 history.rb | tee seen
diff seen - <<'TEXT'
paper_trail 12.0.0, activerecord 6.1
a note before: text paid
an order before: Psych::DisallowedClass: Tried to load unspecified class: BigDecimal
with JSON: reference A-2, amount 50.0, status PAID
TEXT
