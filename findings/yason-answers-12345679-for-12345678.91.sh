#!/usr/bin/env bash
# Common Lisp's YASON 0.7.6 with SBCL 2.2.9 (Debian 12): an amount in JSON is read as *read-default-float-format* says, a single-float of seven digits. 19.99 is written back as 19.989999771118164, 1234567.89 as
# 1234567.875 and 12345678.91 as 12345679.0, without an error; ids are exact. parse-number 1.7 does the same. cl-mustache shows a double of 50 as 50.0d0.
# Safe: (let ((*read-default-float-format* 'double-float)) (yason:parse answer)); amounts as texts.
# Needs Debian 12's sbcl, cl-yason, cl-parse-number and cl-mustache.
set -euo pipefail
[ -x /usr/bin/sbcl ] && [ -d /usr/share/common-lisp/source/yason ] && [ -d /usr/share/common-lisp/source/cl-mustache ] || { echo "needs Debian's packages sbcl, cl-yason, cl-parse-number and cl-mustache"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >answer.lisp <<'LISP'
(require :asdf)
(let ((*standard-output* (make-broadcast-stream)) (*error-output* (make-broadcast-stream)))
  (handler-bind ((warning #'muffle-warning))
    (mapc #'asdf:load-system '(:yason :parse-number :cl-mustache))))
(defparameter *answer* "{\"id\":100000000000000051,\"amount\":19.99,\"large\":1234567.89,\"day\":12345678.91}")
(dolist (format '(single-float double-float))
  (let ((*read-default-float-format* format))
    (format t "~(~a~): ~a~%" format (with-output-to-string (out) (yason:encode (yason:parse *answer*) out)))))
(format t "parse-number: ~f~%" (parse-number:parse-number "12345678.91"))
(format t "mustache: ~a~%" (mustache:render* "{{amount}}" '((:amount . 50.0d0))))
LISP
XDG_CACHE_HOME=$folder HOME=$folder /usr/bin/sbcl --script answer.lisp 2>/dev/null | tee seen
diff seen - <<'TEXT'
single-float: {"id":100000000000000051,"amount":19.989999771118164,"large":1234567.875,"day":12345679.0}
double-float: {"id":100000000000000051,"amount":19.99,"large":1234567.89,"day":12345678.91}
parse-number: 12345679.0
mustache: 50.0d0
TEXT
