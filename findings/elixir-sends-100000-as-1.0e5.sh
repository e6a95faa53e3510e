#!/usr/bin/env bash
# Elixir 1.14 (Debian 12) writes a float with few digits in scientific form: 100000.0 is the text 1.0e5 and 20000000.0 is 2.0e7, in "#{amount}", to_string and URI.encode_query, while
# 123456.0 and 1234567.89 are written out. A query or a payment link with an amount of a hundred thousand asks for 1.0e5. Float.parse and Integer.parse stop at the first other sign: "1,234.50"
# is 1, and "1e5" as an integer is 1.
# Safe: integers of cents, or :erlang.float_to_binary(amount, decimals: 2).
# Needs Debian 12's elixir.
set -euo pipefail
command -v elixir >/dev/null || { echo "needs Debian's package elixir"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >link.exs <<'ELIXIR'
for amount <- [50.0, 99_999.0, 100_000.0, 123_456.0, 1_234_567.89, 20_000_000.0, 0.5, 0.00001] do
  IO.puts("#{amount}: #{URI.encode_query(amount: amount)}, #{:erlang.float_to_binary(amount, decimals: 2)}")
end
for text <- ["50.00", "1,234.50", "1e5", "50.00-", "0051"] do
  IO.puts("#{text}: Float.parse #{inspect(Float.parse(text))}, Integer.parse #{inspect(Integer.parse(text))}")
end
ELIXIR
elixir link.exs | tee seen
diff seen - <<'TEXT'
50.0: amount=50.0, 50.00
99999.0: amount=99999.0, 99999.00
1.0e5: amount=1.0e5, 100000.00
123456.0: amount=123456.0, 123456.00
1234567.89: amount=1234567.89, 1234567.89
2.0e7: amount=2.0e7, 20000000.00
0.5: amount=0.5, 0.50
1.0e-5: amount=1.0e-5, 0.00
50.00: Float.parse {50.0, ""}, Integer.parse {50, ".00"}
1,234.50: Float.parse {1.0, ",234.50"}, Integer.parse {1, ",234.50"}
1e5: Float.parse {100000.0, ""}, Integer.parse {1, "e5"}
50.00-: Float.parse {50.0, "-"}, Integer.parse {50, ".00-"}
0051: Float.parse {51.0, ""}, Integer.parse {51, ""}
TEXT
