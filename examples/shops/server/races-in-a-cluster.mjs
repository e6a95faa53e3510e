// Four worker processes. A handler looks for the order's shipment and inserts one: nothing lies between, yet two workers may both look first.
import cluster from "node:cluster";
import { ServerShop } from "./skeleton.mjs";

class RacesInACluster extends ServerShop {
  constructor() {
    super();
    this.db.exec("PRAGMA journal_mode = WAL; CREATE TABLE IF NOT EXISTS shipments (reference TEXT)");
  }

  enqueue() {}

  async takeNotification({ reference }) {
    if (this.shipments(reference) === 0) this.db.prepare("INSERT INTO shipments VALUES (?)").run(reference);
  }

  shipments(reference) {
    return this.db.prepare("SELECT count(*) AS n FROM shipments WHERE reference = ?").get(reference).n;
  }

  async recover() {
    if (!cluster.isPrimary) return;
    for (const order of this.db.prepare("SELECT * FROM orders WHERE paid IS NULL").all()) await this.isKnown(order);
    for (const order of this.db.prepare("SELECT * FROM orders WHERE paid > 0").all())
      await this.takeNotification(order);
  }

  beliefs() {
    const all = Object.entries(super.beliefs());
    return Object.fromEntries(all.map(([id, one]) => [id, { ...one, effects: { shipped: this.shipments(id) } }]));
  }
}

if (cluster.isPrimary) {
  await new RacesInACluster().recover();
  cluster.on("exit", () => cluster.fork());
  for (let n = 0; n < 4; n++) cluster.fork();
} else await new RacesInACluster().start();
