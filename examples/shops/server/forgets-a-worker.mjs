// Two worker processes. A handler first notes that it has the notification, then works: if its worker dies, the others take the work for done.
import cluster from "node:cluster";
import { ServerShop } from "./skeleton.mjs";

class ForgetsAWorker extends ServerShop {
  constructor() {
    super();
    this.db.exec("CREATE TABLE IF NOT EXISTS handled (reference TEXT PRIMARY KEY)");
  }

  enqueue() {}

  async takeNotification({ reference }) {
    const { changes } = this.db.prepare("INSERT OR IGNORE INTO handled VALUES (?)").run(reference);
    if (changes === 0) return;
    await this.isKnown(this.order(reference));
    this.ship(this.order(reference));
  }

  async recover() {}

  /** Heals a crash of the whole shop: what was not shipped may be handled again. */
  forgetUnfinished() {
    this.db.exec("DELETE FROM handled WHERE reference IN (SELECT reference FROM orders WHERE shipped = 0)");
  }
}

if (cluster.isPrimary) {
  new ForgetsAWorker().forgetUnfinished();
  cluster.on("exit", () => cluster.fork());
  for (let n = 0; n < 2; n++) cluster.fork();
} else await new ForgetsAWorker().start();
