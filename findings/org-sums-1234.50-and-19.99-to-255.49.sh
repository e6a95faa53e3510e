#!/usr/bin/env bash
# Org's tables in Emacs 28.2 (Debian 12), in which small shops keep orders and bills. Their formulas read a comma as the end of a number: vsum of 1,234.50 and 19.99 is
# 1 + 234.50 + 19.99 = 255.49, and with the flag N, which makes 0 of what is no number, it is 20.99. A refund of (50.00) is added. Eight digits are kept, with a
# format, too: 12345678.91 and 19.99 come to 12345699.00. The reference 2026-01 is 2025, 0051 is 51.
# Safe: amounts without commas, a minus for refunds, and ;f2 at the end of the formula.
# Needs Debian 12's emacs-nox or another Emacs 28.
set -euo pipefail
command -v emacs >/dev/null || { echo "needs Debian's package emacs-nox"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >sums.el <<'LISP'
(require 'org)
(dolist (case '(("1,234.50" "19.99" "") ("1,234.50" "19.99" ";%.2f") ("1,234.50" "19.99" ";N") ("50.00" "(50.00)" ";%.2f") ("50.00" "-50.00" ";%.2f")
                ("12345678.91" "19.99" "") ("12345678.91" "19.99" ";%.2f") ("12345678.91" "19.99" ";f2") ("2026-01" "0051" "")))
  (with-temp-buffer
    (org-mode)
    (insert (format "| %s |\n| %s |\n|--|\n|  |\n#+TBLFM: @3$1=vsum(@1..@2)%s\n" (nth 0 case) (nth 1 case) (nth 2 case)))
    (goto-char (point-min))
    (org-table-recalculate t t)
    (goto-char (point-min))
    (princ (format "%s and %s%s: %s\n" (nth 0 case) (nth 1 case) (nth 2 case) (org-trim (org-table-get 3 1))))))
LISP
emacs --batch -Q -l sums.el 2>/dev/null | tee seen
diff seen - <<'TEXT'
1,234.50 and 19.99: 255.49
1,234.50 and 19.99;%.2f: 255.49
1,234.50 and 19.99;N: 20.99
50.00 and (50.00);%.2f: 100.00
50.00 and -50.00;%.2f: 0.00
12345678.91 and 19.99: 12345699.
12345678.91 and 19.99;%.2f: 12345699.00
12345678.91 and 19.99;f2: 12345698.90
2026-01 and 0051: 2076
TEXT
