#!/usr/bin/env bash
# Elixir 1.14 (Debian 12). Float.floor and Float.ceil with two decimals work on the float's exact binary value: Float.floor(0.03, 2) is 0.02, and
# Float.ceil(0.01, 2) is 0.02. Of the amounts from 0.01 to 99.99, which need no rounding, 4796 lose a cent and 4804 gain one. Float.round is right for them.
# Safe: cents as integers (div), or the package decimal with Decimal.round(amount, 2, :floor).
# Needs Debian 12's elixir.
set -euo pipefail
command -v elixir >/dev/null || { echo "needs Debian's package elixir"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >cents.exs <<'ELIXIR'
amounts = for cents <- 1..9999, do: cents / 100
wrong = fn function -> Enum.filter(amounts, &(function.(&1, 2) != &1)) end
for {name, function} <- [floor: &Float.floor/2, ceil: &Float.ceil/2, round: &Float.round/2] do
  changed = wrong.(function)
  shown = changed |> Enum.take(3) |> Enum.map_join(", ", &"#{&1} is #{function.(&1, 2)}")
  IO.puts("#{name}: #{length(changed)} of 9999 change #{shown}")
end
ELIXIR
LC_ALL=C.UTF-8 elixir cents.exs | tee seen
diff seen - <<'TEXT'
floor: 4796 of 9999 change 0.03 is 0.02, 0.06 is 0.05, 0.09 is 0.08
ceil: 4804 of 9999 change 0.01 is 0.02, 0.02 is 0.03, 0.04 is 0.05
round: 0 of 9999 change 
TEXT
