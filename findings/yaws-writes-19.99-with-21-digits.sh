#!/usr/bin/env bash
# Erlang's Yaws 2.1.1 (Debian 12), json2:encode. Each float has 21 digits: 19.99 is 1.99899999999999984368e+01 and 50.0 is 5.00000000000000000000e+01. Who reads JSON's numbers as decimals (Python's parse_float=Decimal, Java's
# BigDecimal, PostgreSQL's numeric) has 19.9899999999999984368, which is not 19.99, and floors to 19.98. A list of small integers, such as quantities of a cart, is a text of control characters unless it is { array, List }.
# Safe: amounts as texts, list_to_binary(float_to_list(Amount, [{decimals, 2}])).
# Needs Debian 12's erlang-yaws.
set -euo pipefail
code=$(dirname "$(find /usr/lib /usr/share -name json2.beam -path '*yaws*' 2>/dev/null | head -1)")
command -v erl >/dev/null && [ -e "$code/json2.beam" ] || { echo "needs Debian's package erlang-yaws"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >amounts.erl <<'ERLANG'
-module(amounts).
-export([main/0]).

main() ->
  lists:foreach(fun(Amount) -> io:format("~s~n", [json2:encode({struct, [{amount, Amount}]})]) end,
    [19.99, 50.0, 0.1 + 0.2, 1234567.89, 1999, list_to_binary(float_to_list(19.99, [{decimals, 2}]))]),
  io:format("~s~n", [json2:encode({struct, [{quantities, [1, 2]}, {safe, {array, [1, 2]}}]})]),
  halt().
ERLANG
erlc amounts.erl
erl -noshell -pa "$code" -s amounts main >written
{
  cat written
  /usr/bin/python3 - <<'PYTHON'
import decimal, json
amount = json.loads(open("written").readline(), parse_float=decimal.Decimal)["amount"]
print("as a Decimal:", amount, "equal to 19.99:", amount == decimal.Decimal("19.99"), "floored:", amount.quantize(decimal.Decimal("0.01"), decimal.ROUND_DOWN))
PYTHON
} | tee seen
diff seen - <<'TEXT'
{"amount":1.99899999999999984368e+01}
{"amount":5.00000000000000000000e+01}
{"amount":3.00000000000000044409e-01}
{"amount":1.23456788999999989755e+06}
{"amount":1999}
{"amount":"19.99"}
{"quantities":"\u0001\u0002","safe":[1,2]}
as a Decimal: 19.9899999999999984368 equal to 19.99: False floored: 19.98
TEXT
