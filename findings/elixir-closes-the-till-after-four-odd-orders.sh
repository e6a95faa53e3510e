#!/usr/bin/env bash
# Elixir 1.14.0 on OTP 25 (Debian 12). A Supervisor that is made without options starts a worker again that fails, three times in five seconds. With the fourth order that its handler can't take, as of one customer who tries again, the
# Supervisor itself ends, and with it all that it started: the till, which never failed, sells nothing more. Orders that were cast to the worker are lost without a word.
# Safe: try and rescue around one order, a Supervisor of its own for what may fail, and max_restarts for a burst.
# Needs Debian 12's elixir.
set -euo pipefail
[ -x /usr/bin/elixir ] || { echo "needs Debian's package elixir"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >shop.exs <<'ELIXIR'
Logger.configure(level: :none)

defmodule Warehouse do
  use GenServer
  def start_link(_), do: GenServer.start_link(__MODULE__, nil, name: __MODULE__)
  def init(state), do: {:ok, state}
  def handle_cast(_, _), do: raise("no such item")
end

defmodule Till do
  use GenServer
  def start_link(_), do: GenServer.start_link(__MODULE__, nil, name: __MODULE__)
  def init(state), do: {:ok, state}
  def handle_call(order, _, state), do: {:reply, "#{order} is sold", state}
end

Process.flag(:trap_exit, true)
{:ok, supervisor} = Supervisor.start_link([Warehouse, Till], strategy: :one_for_one)

for order <- 1..5 do
  before = Process.whereis(Warehouse)
  watch = before && Process.monitor(before)
  GenServer.cast(Warehouse, "A-#{order}")
  if watch, do: receive(do: ({:DOWN, ^watch, _, _, _} -> :ok))
  # wait until the worker is there again, or the supervisor is gone
  Enum.find(1..100, fn _ ->
    again = Process.whereis(Warehouse)
    (again && again != before && Process.alive?(supervisor)) || !Process.alive?(supervisor) || (Process.sleep(20) && false)
  end)

  sold = try do
    GenServer.call(Till, "B-#{order}")
  catch
    :exit, _ -> "B-#{order} isn't sold, as there is no till"
  end

  IO.puts("after #{order} odd orders: #{sold}")
end
ELIXIR
/usr/bin/elixir shop.exs | tee seen
diff seen - <<'TEXT'
after 1 odd orders: B-1 is sold
after 2 odd orders: B-2 is sold
after 3 odd orders: B-3 is sold
after 4 odd orders: B-4 isn't sold, as there is no till
after 5 odd orders: B-5 isn't sold, as there is no till
TEXT
