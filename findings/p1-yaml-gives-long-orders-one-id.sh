#!/usr/bin/env bash
# Erlang's p1_yaml (fast_yaml) 1.0.36 (Debian 12), by which ejabberd and its relatives read YAML: an integer above 2^63 is 9223372036854775807, without an error, so all order ids of 20 digits are one order. The
# reference 0051 is 51; 1e5, 0x1F and 1_000 stay texts.
# Safe: ids and references in quotes.
# Needs Debian 12's erlang-base and erlang-p1-yaml.
set -euo pipefail
command -v escript >/dev/null && erl -noshell -eval 'halt(case code:which(fast_yaml) of non_existing -> 1; _ -> 0 end).' || { echo "needs Debian's packages erlang-base and erlang-p1-yaml"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >orders.escript <<'ERLANG'
#!/usr/bin/env escript
main(_) ->
  {ok, _} = application:ensure_all_started(fast_yaml),
  lists:foreach(
    fun(Text) ->
      {ok, [[{<<"order">>, Read}]]} = fast_yaml:decode(<<"order: ", Text/binary>>),
      io:format("~s is ~p~n", [Text, Read])
    end,
    [<<"100000000000000051">>, <<"12345678901234567890">>, <<"12345678901234567891">>, <<"\"12345678901234567890\"">>, <<"0051">>, <<"1e5">>, <<"50.00">>]).
ERLANG
escript orders.escript | tee seen
diff seen - <<'TEXT'
100000000000000051 is 100000000000000051
12345678901234567890 is 9223372036854775807
12345678901234567891 is 9223372036854775807
"12345678901234567890" is <<"12345678901234567890">>
0051 is 51
1e5 is <<"1e5">>
50.00 is 50.0
TEXT
