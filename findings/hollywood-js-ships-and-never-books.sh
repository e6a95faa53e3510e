#!/usr/bin/env bash
# hollywood-js 6.0.1 (npm), event sourcing. Its event bus keeps one listener for each class name, and drops a second without a word. Each handler that makeIdempotent wraps has the same class, so that of "ship", "mail" and
# "book" on a paid order only the first runs, each time, on the bus with dead letters too. Attached to the event instead, all run, but if they share one store of keys, again only the first: the key
# is the message's, not the handler's. And makeIdempotent looks before it runs and marks after it: the same notification twice at once ships twice.
# Safe: a class of its own for each listener; a store of its own for each handler; a lock, or an order that ships by its own state.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts hollywood-js@6.0.1 >/dev/null
cat >shop.cjs <<'JS'
const { Domain, EventSourcing } = require("hollywood-js");
const { DeadLetterAwareEventBus, EventBus, InMemoryDeadLetterQueue, InMemoryIdempotencyStore, makeIdempotent } = EventSourcing;
class OrderPaid {
  occurredAt = new Date("2026-11-30T12:00:00Z");
}
const paid = () => Domain.DomainMessage.create("A-1", 0, new OrderPaid());
let done = [];
const act = (name, store) => makeIdempotent({ on: async () => done.push(name) }, store);
const store = () => new InMemoryIdempotencyStore(0);
const shared = store();
const told = async (name, publishing) => {
  done = [];
  await publishing();
  console.log(`${name}: ${done.join(", ") || "nothing"}`);
};
const names = ["ship", "mail", "book"];
const listening = (bus) => names.reduce((all, name) => all.addListener(act(name, store())), bus);
const attached = (stores) => names.reduce((all, name) => all.attach(OrderPaid, act(name, stores())), new EventBus());
(async () => {
  const dead = new InMemoryDeadLetterQueue();
  await told("three listeners", () => listening(new EventBus()).publish(paid()));
  await told("three listeners, dead letters", () => listening(new DeadLetterAwareEventBus(dead)).publish(paid()));
  await told("attached, one store", () => attached(() => shared).publish(paid()));
  await told("attached, a store each", () => attached(store).publish(paid()));
  const bus = new EventBus().attach(OrderPaid, act("ship", store()));
  await told("twice at once", () => Promise.all([bus.publish(paid()), bus.publish(paid())]));
  await told("once more, after it", () => bus.publish(paid()));
})();
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
three listeners: ship
three listeners, dead letters: ship
attached, one store: ship
attached, a store each: ship, mail, book
twice at once: ship, ship
once more, after it: nothing
TEXT
