#!/usr/bin/env bash
# Python transitions 0.9.0 (Debian 12's python3-transitions, needed here). An order becomes paid, and a coroutine in `before` ships. If the same
# trigger comes a second time while it runs, AsyncMachine cancels the first in its middle and begins it again: two begun, one done, and the first
# caller gets False. With queued=True it is begun once, but the caller whose shipment was done gets the exception of the other.
# Safe: look at the state in the database before the trigger, and let one worker at a time hold the order's row.
set -euo pipefail
seen=$(/usr/bin/python3 - <<'PY'
import asyncio
from transitions.extensions.asyncio import AsyncMachine

class Order:
    pass

async def twice(**options):
    done, gate = [], asyncio.Event()

    async def ship():
        done.append("begun")
        try:
            await gate.wait()
        except asyncio.CancelledError:
            done.append("cancelled")
            raise
        done.append("shipped")

    order = Order()
    paid = {"trigger": "pay", "source": "OPEN", "dest": "SUCCESS", "before": ship}
    AsyncMachine(order, states=["OPEN", "SUCCESS"], initial="OPEN", transitions=[paid], **options)

    async def notified():
        try:
            return str(await order.pay())
        except Exception as error:
            return type(error).__name__

    first = asyncio.ensure_future(notified())
    while not done:
        await asyncio.sleep(0)
    second = asyncio.ensure_future(notified())
    for _ in range(10):
        await asyncio.sleep(0)
    gate.set()
    answers = [await first, await second]
    print(", ".join(done), "|", *answers)

asyncio.run(twice())
asyncio.run(twice(queued=True))
PY
)
echo "$seen"
expected='begun, cancelled, begun, shipped | False True
begun, shipped | MachineError True'
[ "$seen" = "$expected" ]
