#!/usr/bin/env bash
# Free Pascal 3.2.2's fpjson (Debian 12). Integers['amount'] of 19.99 is 20, without an error. Get with a default has no error either: Get('amount', 0.0) of "50.00" in quotes
# is 0, and Get('reference', '') of a number is empty. Integers of an order id of 18 digits is its lower 32 bits, -1506741426, while Int64s is right. Of the amounts
# from 0.01 to 99.99, Trunc(amount * 100) is a cent less for 573, Currency's never.
# Safe: Find('amount', jtNumber), then AsFloat and Currency; or AsString and StrToCurr for texts.
# Needs Debian 12's fp-compiler, fp-units-base and fp-units-fcl.
set -euo pipefail
command -v fpc >/dev/null || { echo "needs Debian's packages fp-compiler, fp-units-base and fp-units-fcl"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >answer.pas <<'PASCAL'
program answer;
{$mode objfpc}{$H+}
uses fpjson, jsonparser;
var
  order: TJSONObject;
  cents, cut, currencyCut: Integer;
  money: Currency;
begin
  order := GetJSON('{"amount": 19.99, "text": "50.00", "id": 123456789012345678, "reference": 51}') as TJSONObject;
  WriteLn('19.99: Integers ', order.Integers['amount'], ', Get ', order.Get('amount', 0), ', Floats ', order.Floats['amount']:0:2);
  WriteLn('"50.00": Get ', order.Get('text', 0.0):0:2, ', Floats ', order.Floats['text']:0:2);
  WriteLn('the id: Integers ', order.Integers['id'], ', Int64s ', order.Int64s['id']);
  WriteLn('the reference 51: Get "', order.Get('reference', ''), '", Strings "', order.Strings['reference'], '"');
  cut := 0;
  currencyCut := 0;
  for cents := 1 to 9999 do
  begin
    money := cents / 100;
    if Trunc(cents / 100 * 100) <> cents then Inc(cut);
    if Trunc(money * 100) <> cents then Inc(currencyCut);
  end;
  WriteLn('a cent less: ', cut, ', as Currency ', currencyCut);
end.
PASCAL
fpc -v0 answer.pas >/dev/null
./answer | tee seen
diff seen - <<'TEXT'
19.99: Integers 20, Get 20, Floats 19.99
"50.00": Get 0.00, Floats 50.00
the id: Integers -1506741426, Int64s 123456789012345678
the reference 51: Get "", Strings "51"
a cent less: 573, as Currency 0
TEXT
