#!/usr/bin/env bash
# @nivinjoseph/n-domain 3.0.2 (npm), event sourcing. order.constructBefore(time), which rebuilds an order as it was before a time, answers the order of today: an order that was refunded this month is
# refunded in last month's books too, with its balance of today. Beside it, constructVersion(version) answers what it should, so that a test of one tells nothing about the other.
# Safe: the version of the last event before the time, and constructVersion of it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps @nivinjoseph/n-domain@3.0.2 >/dev/null
cat >books.mjs <<'JS'
import { AggregateRoot, AggregateStateFactory, DomainEvent } from "@nivinjoseph/n-domain";
import { serialize } from "@nivinjoseph/n-util";
// TypeScript's @serialize("Shop") above a class.
const serialized = (Type) => {
  const metadata = Object.create(Object.getPrototypeOf(Type)[Symbol.metadata] ?? null);
  serialize("Shop")(Type, { kind: "class", name: Type.name, metadata, addInitializer: () => {} });
  Object.defineProperty(Type, Symbol.metadata, { value: metadata });
};
class OrderPaid extends DomainEvent {
  applyEvent(state) {
    Object.assign(state, { id: "A-1", balance: 50 });
  }
}
class OrderRefunded extends DomainEvent {
  applyEvent(state) {
    state.balance = 0;
  }
}
class States extends AggregateStateFactory {
  create() {
    return { ...this.createDefaultAggregateState(), balance: 0 };
  }
}
class Order extends AggregateRoot {
  constructor(context, events) {
    super(context, events, new States());
  }
}
for (const Type of [OrderPaid, OrderRefunded, Order]) serialized(Type);
const at = (day) => Date.parse(`${day}T12:00:00Z`);
const event = (Type, version, day) => new Type({ $id: `A-1-${version}`, $aggregateId: "A-1", $version: version, $occurredAt: at(day), $isCreatedEvent: version === 1 });
const order = new Order({ userId: "shop" }, [event(OrderPaid, 1, "2026-10-15"), event(OrderRefunded, 2, "2026-11-20")]);
const told = (name, { version, state, isReconstructed }) => console.log(`${name}: version ${version}, balance ${state.balance}, reconstructed ${isReconstructed}`);
told("today", order);
told("before November", order.constructBefore(at("2026-11-01")));
told("version 1", order.constructVersion(1));
JS
node books.mjs | tee seen
diff seen - <<'TEXT'
today: version 2, balance 0, reconstructed false
before November: version 2, balance 0, reconstructed false
version 1: version 1, balance 50, reconstructed true
TEXT
