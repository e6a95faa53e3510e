#!/usr/bin/env bash
# thrift 0.24.0 (npm, Apache Thrift's client for Node.js): an order's id of 19 digits arrives as an Int64 whose text and number are "Infinity", as for each
# id above 2^53. Two orders get one name, and a Map holds one of them. By the binary protocol an amount that is the text "1999" is read as hexadecimal
# digits, so that 6553 is sent; 19.99 as an i64 is 19, and 3000000000 cents as an i32 are negative. Nothing is thrown.
# Safe: toOctetString() for ids, and whole numbers for amounts.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts thrift@0.24.0 >/dev/null
cat >order.cjs <<'JS'
const thrift = require("thrift");
const kinds = { I64: thrift.Thrift.Type.I64, I32: thrift.Thrift.Type.I32 };
// The value by the wire: written by one end, read by the other.
const sent = (kind, value, Protocol = thrift.TBinaryProtocol) => {
  let bytes;
  const there = new Protocol(new thrift.TBufferedTransport(undefined, (flushed) => { bytes = flushed; }));
  there.writeFieldBegin("amount", kinds[kind], 1);
  there[`write${kind}`](value);
  there.flush();
  let read;
  thrift.TBufferedTransport.receiver((transport) => {
    const here = new Protocol(transport);
    here.readFieldBegin();
    read = here[`read${kind}`]();
  })(bytes);
  return read;
};
const first = sent("I64", new thrift.Int64("112210f47de98115"));
const second = sent("I64", new thrift.Int64("112210f47de98116"));
console.log("ids 1234567890123456789 and …790:", String(first), Number(second), first.toOctetString(), second.toOctetString());
console.log("orders in a Map:", new Map([[String(first), "A-1"], [String(second), "A-2"]]).size);
console.log('"1999" in binary and compact:', String(sent("I64", "1999")), String(sent("I64", "1999", thrift.TCompactProtocol)));
console.log("19.99:", String(sent("I64", 19.99)), "3000000000 as i32:", sent("I32", 3000000000));
JS
node order.cjs | tee seen
diff seen - <<'TEXT'
ids 1234567890123456789 and …790: Infinity Infinity 112210f47de98115 112210f47de98116
orders in a Map: 1
"1999" in binary and compact: 6553 1999
19.99: 19 3000000000 as i32: -1294967296
TEXT
