#!/usr/bin/env bash
# @nestjs/cqrs 12.0.0 (npm, with Nest 12). A saga makes a command of each event: ship what is paid. If its function throws for one event, such as an order without items, the saga ends: each later order is paid, its other
# handlers run, and nothing is shipped until the shop is started again. One line in the log tells it, once. A command that fails ends nothing.
# Safe: mergeMap with a catchError of its own for each event, or a handler of @EventsHandler instead of a saga; an alarm on "Saga … has thrown".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @nestjs/common@12.5.1 @nestjs/core@12.5.1 @nestjs/cqrs@12.0.0 reflect-metadata@0.2.2 rxjs@7.8.2 >/dev/null 2>&1
cat >shop.mjs <<'JS'
import "reflect-metadata";
import { Module } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { CommandHandler, CqrsModule, EventBus, Saga } from "@nestjs/cqrs";
import { catchError, EMPTY, map, mergeMap, of } from "rxjs";
class Paid {
  constructor(order) {
    this.order = order;
  }
}
class Ship extends Paid {}
const command = ({ order }) => new Ship(`${order.id}, ${order.items.length} pieces`);
for (const [name, saga] of Object.entries({ map: (events) => events.pipe(map(command)), "mergeMap and catchError": (events) => events.pipe(mergeMap((event) => of(event).pipe(map(command), catchError(() => EMPTY)))) })) {
  class Sagas {
    ship = saga;
  }
  Saga()(Sagas.prototype, "ship");
  const shipped = [];
  class Warehouse {
    async execute({ order }) {
      if (order.startsWith("A-2")) throw new Error("out of stock");
      shipped.push(order);
    }
  }
  CommandHandler(Ship)(Warehouse);
  class Shop {}
  Module({ imports: [CqrsModule.forRoot()], providers: [Sagas, Warehouse] })(Shop);
  const app = await (await NestFactory.createApplicationContext(Shop, { logger: false })).init();
  for (const order of [{ id: "A-1", items: ["shoes"] }, { id: "A-2", items: ["shirt"] }, { id: "A-3", items: ["shoes"] }, { id: "A-4" }, { id: "A-5", items: ["shoes"] }, { id: "A-6", items: ["shoes"] }]) {
    app.get(EventBus).publish(new Paid(order));
    await new Promise(setImmediate);
  }
  console.log(`${name}: shipped ${shipped.join("; ")}`);
}
JS
node --no-warnings shop.mjs | tee seen
diff seen - <<'TEXT'
map: shipped A-1, 1 pieces; A-3, 1 pieces
mergeMap and catchError: shipped A-1, 1 pieces; A-3, 1 pieces; A-5, 1 pieces; A-6, 1 pieces
TEXT
