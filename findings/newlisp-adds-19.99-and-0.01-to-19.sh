#!/usr/bin/env bash
# newLISP 10.7.5 (Debian 12). + - * / cut their numbers to integers: 19.99 and 0.01 are 19, and a refund of 0.25 from 50.75 leaves 50. json-parse makes ids
# of twenty digits the largest integer, so two orders have one id. int reads the reference "0051" as octal, which is 41, and "08" as 0.
# Safe: add, sub, mul and div; (int text 0 10); and keep references and ids as texts.
# Needs Debian 12's newlisp.
set -euo pipefail
command -v newlisp >/dev/null || { echo "needs Debian's package newlisp"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >shop.lsp <<'LISP'
(set 'order (json-parse [text]{"amount":19.99,"fee":0.01,"id":12345678901234567890,"parentOrderId":12345678901234567891}[/text]))
(define (of name) (lookup name order))
(println "+ " (+ (of "amount") (of "fee")) ", add " (add (of "amount") (of "fee")))
(println "- " (- 50.75 0.25) ", sub " (sub 50.75 0.25))
(println "one id: " (= (of "id") (of "parentOrderId")) ", " (of "id"))
(println "int: " (int "0051") " " (int "08") ", to the base of ten: " (int "0051" 0 10) " " (int "08" 0 10))
(exit)
LISP
newlisp shop.lsp | tee seen
diff seen - <<'TEXT'
+ 19, add 20
- 50, sub 50.5
one id: true, 9223372036854775807
int: 41 0, to the base of ten: 51 8
TEXT
