#!/usr/bin/env bash
# Mails and pages that a shop writes in a markup, Debian 12's packages. AsciiDoc 10.2.0 leaves out the whole line in which a name in braces isn't set: "Paid: order {order} for 50.00 dollars." is gone, with exit
# code 0 and without a message. Textile (RedCloth 4.3.2) strikes out an amount between two signs: "Discount -5.00- today" shows a struck 5.00, +50.00+ loses its signs, and so does ==A-1==. Discount 2.2.7 (Markdown)
# makes one sign of three, so that the order 1/2 is ½, A--1 has one long dash, and "51. Shoes" is number 1 of a list.
# Safe: each value escaped for the markup in use, or pure HTML with values of their own.
# Needs Debian 12's asciidoc-base, ruby-redcloth and discount.
set -euo pipefail
[ -x /usr/bin/asciidoc ] && [ -x /usr/bin/markdown ] && /usr/bin/ruby -e 'require "redcloth"' 2>/dev/null || { echo "needs Debian's packages asciidoc-base, ruby-redcloth and discount"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf 'Thank you.\nPaid: order {order} for 50.00 dollars.\nWe ship today.\n' >order.txt
{
  echo "AsciiDoc: $(PATH=/usr/bin /usr/bin/asciidoc -s -o - order.txt 2>&1 | sed 's/<[^>]*>//g' | tr -d '\r' | sed '/^ *$/d' | paste -sd' ')"
  for text in "Discount -5.00- today" "Total +50.00+" "Order ==A-1==" "Order A-1-2-3"; do
    echo "Textile: $text: $(/usr/bin/ruby -e 'require "redcloth"; print RedCloth.new(ARGV[0]).to_html' "$text")"
  done
  for text in "Order 1/2" "Order A--1" "51. Shoes" "Order 1/8"; do
    echo "Discount: $text: $(echo "$text" | /usr/bin/markdown | tr -d '\n')"
  done
} | tee seen
diff seen - <<'TEXT'
AsciiDoc: Thank you. We ship today.
Textile: Discount -5.00- today: <p>Discount <del>5.00</del> today</p>
Textile: Total +50.00+: <p>Total <ins>50.00</ins></p>
Textile: Order ==A-1==: <p>Order A-1</p>
Textile: Order A-1-2-3: <p>Order A-1-2-3</p>
Discount: Order 1/2: <p>Order &frac12;</p>
Discount: Order A--1: <p>Order A&ndash;1</p>
Discount: 51. Shoes: <ol><li>Shoes</li></ol>
Discount: Order 1/8: <p>Order 1/8</p>
TEXT
