#!/usr/bin/env bash
# Erlang/OTP 25 (Debian 12): string:to_float takes a comma for the decimal point and ends at the next sign, so that "1,234.50" is 1.234 with the rest ".50", "1.234,50" is 1.234, and "50,10" is
# 50.1; "50" is an error and "50.00-" is 50. The usual {Amount, _} = string:to_float(Text) throws the rest away. list_to_float refuses all but "50,10". trunc(Amount * 100) is a cent less for 573 of
# the 9999 whole cents to 99.99.
# Safe: take it only as {Amount, []}, and without a comma.
# Needs Debian 12's erlang-base.
set -euo pipefail
command -v erl >/dev/null || { echo "needs Debian's package erlang-base"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >amounts.erl <<'ERLANG'
-module(amounts).
-export([main/0]).

main() ->
  lists:foreach(fun(Text) ->
    Strict = try list_to_float(Text) catch error:badarg -> refused end,
    io:format("~s: to_float ~p, to_integer ~p, list_to_float ~p~n", [Text, string:to_float(Text), string:to_integer(Text), Strict])
  end, ["50.00", "1,234.50", "1.234,50", "50,10", "50", "50.00-", "0051"]),
  io:format("whole cents that trunc makes less: ~p~n", [length([Cents || Cents <- lists:seq(1, 9999), trunc(Cents / 100 * 100) < Cents])]),
  halt().
ERLANG
erlc amounts.erl
erl -noshell -s amounts main | tee seen
diff seen - <<'TEXT'
50.00: to_float {50.0,[]}, to_integer {50,".00"}, list_to_float 50.0
1,234.50: to_float {1.234,".50"}, to_integer {1,",234.50"}, list_to_float refused
1.234,50: to_float {1.234,",50"}, to_integer {1,".234,50"}, list_to_float refused
50,10: to_float {50.1,[]}, to_integer {50,",10"}, list_to_float 50.1
50: to_float {error,no_float}, to_integer {50,[]}, list_to_float refused
50.00-: to_float {50.0,"-"}, to_integer {50,".00-"}, list_to_float refused
0051: to_float {error,no_float}, to_integer {51,[]}, list_to_float refused
whole cents that trunc makes less: 573
TEXT
