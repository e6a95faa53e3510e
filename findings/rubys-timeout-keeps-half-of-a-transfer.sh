#!/usr/bin/env bash
# Ruby 3.1 with ActiveRecord 6.1.7, of Ruby on Rails, and with Sequel 5.63 (Debian 12): a transfer takes 50 from a gift card and gives it to an order, in one transaction, with a call of a service between. If Timeout.timeout ends it within the
# call, the transaction isn't rolled back but committed: the card has paid, and the order got nothing. Timeout.timeout without an error's class leaves the block by throw, which both take for a return, ActiveRecord with a deprecation warning,
# Sequel without a word. A plain "return" in the block does the same. With Timeout.timeout(1, Late), and with any other error, it is rolled back.
# Safe: Timeout.timeout with an error's class, or the HTTP client's own limits; no call of a service in a transaction.
# Needs Debian 12's ruby-activerecord, ruby-sequel and ruby-sqlite3.
set -euo pipefail
ruby -e 'require "active_record"; require "sequel"; require "sqlite3"' 2>/dev/null || { echo "needs Debian's packages ruby-activerecord, ruby-sequel and ruby-sqlite3"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >shop.rb <<'RUBY'
require "active_record"
require "sequel"
require "timeout"
ActiveSupport::Deprecation.behavior = ->(*) { print "a deprecation, " }
ActiveRecord::Base.establish_connection(adapter: "sqlite3", database: ":memory:")
ActiveRecord::Schema.verbose = false
ActiveRecord::Schema.define { create_table(:accounts) { |table| table.string :name; table.integer :cents } }
class Account < ActiveRecord::Base; end
class Late < StandardError; end

class OfActiveRecord
  def transaction(&block) = Account.transaction(&block)
  def cents(name) = Account.find_by(name: name).cents
  def add(name, cents) = Account.find_by(name: name).increment!(:cents, cents)
end

class OfSequel
  def initialize
    @database = Sequel.sqlite
    @database.create_table(:accounts) { String :name; Integer :cents }
    %w[card order].each { |name| @database[:accounts].insert(name: name, cents: 0) }
  end

  def transaction(&block) = @database.transaction(&block)
  def cents(name) = @database[:accounts].first(name: name)[:cents]
  def add(name, cents) = @database[:accounts].where(name: name).update(cents: Sequel[:cents] + cents)
end

def transfer(books, call)
  books.transaction do
    books.add("card", -5000)
    return if call == :return
    call.call
    books.add("order", 5000)
  end
end

slow = -> { sleep 5 }
%w[card order].each { |name| Account.create!(name: name, cents: 0) }
[OfActiveRecord.new, OfSequel.new].each do |books|
  {
    "Timeout.timeout(0.3)" => -> { Timeout.timeout(0.3) { transfer(books, slow) } },
    "Timeout.timeout(0.3, Late)" => -> { Timeout.timeout(0.3, Late) { transfer(books, slow) } },
    "an error of the service" => -> { transfer(books, -> { raise "503" }) },
    "return" => -> { transfer(books, :return) },
  }.each do |name, run|
    books.add("card", 5000 - books.cents("card"))
    books.add("order", -books.cents("order"))
    print books.class, ", ", name, ": "
    begin
      run.call
      print "no error"
    rescue StandardError => error
      print error.class
    end
    puts ", card #{books.cents("card")}, order #{books.cents("order")}"
  end
end
RUBY
ruby -W0 shop.rb | tee seen
diff seen - <<'TEXT'
OfActiveRecord, Timeout.timeout(0.3): a deprecation, Timeout::Error, card 0, order 0
OfActiveRecord, Timeout.timeout(0.3, Late): Late, card 5000, order 0
OfActiveRecord, an error of the service: RuntimeError, card 5000, order 0
OfActiveRecord, return: a deprecation, no error, card 0, order 0
OfSequel, Timeout.timeout(0.3): Timeout::Error, card 0, order 0
OfSequel, Timeout.timeout(0.3, Late): Late, card 5000, order 0
OfSequel, an error of the service: RuntimeError, card 5000, order 0
OfSequel, return: no error, card 0, order 0
TEXT
