#!/usr/bin/env bash
# Mnesia of Erlang/OTP 25 (Debian 12). dirty_update_counter stops at 0: 50.00 taken from a gift card of 30.00 answers 0, without an error, as does a card that nobody sold. Two sales
# of 30.00 with one card of 30.00 are both answered with 0. A shop that ships unless the rest is negative ships all of them. ets:update_counter goes below 0.
# Safe: a transaction that reads the card, compares, and writes.
# Needs Debian 12's erlang-mnesia.
set -euo pipefail
command -v erl >/dev/null || { echo "needs Debian's package erlang-mnesia"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >card.erl <<'ERLANG'
-module(card).
-export([main/0]).

main() ->
  ok = mnesia:start(),
  {atomic, ok} = mnesia:create_table(card, [{attributes, [id, cents]}]),
  Take = fun(Card, Cents) -> mnesia:dirty_update_counter(card, Card, -Cents) end,
  io:format("a card of 30.00: ~p~n", [mnesia:dirty_update_counter(card, "A", 3000)]),
  io:format("take 50.00: ~p, left ~p~n", [Take("A", 5000), mnesia:dirty_read(card, "A")]),
  mnesia:dirty_update_counter(card, "B", 3000),
  io:format("take 30.00, twice: ~p and ~p~n", [Take("B", 3000), Take("B", 3000)]),
  io:format("take 50.00 from a card that nobody sold: ~p~n", [Take("C", 5000)]),
  Cards = ets:new(cards, []),
  ets:insert(Cards, {"A", 3000}),
  io:format("ets, take 50.00 of 30.00: ~p~n", [ets:update_counter(Cards, "A", -5000)]),
  Safe = fun(Card, Cents) -> mnesia:transaction(fun() ->
    case mnesia:wread({card, Card}) of
      [{card, Card, Rest}] when Rest >= Cents -> mnesia:write({card, Card, Rest - Cents});
      _ -> mnesia:abort(too_little)
    end
  end) end,
  mnesia:dirty_update_counter(card, "D", 3000),
  io:format("in a transaction: ~p~n", [Safe("D", 5000)]),
  halt().
ERLANG
erlc card.erl
erl -noshell -s card main | tee seen
diff seen - <<'TEXT'
a card of 30.00: 3000
take 50.00: 0, left [{card,"A",0}]
take 30.00, twice: 0 and 0
take 50.00 from a card that nobody sold: 0
ets, take 50.00 of 30.00: -2000
in a transaction: {aborted,too_little}
TEXT
