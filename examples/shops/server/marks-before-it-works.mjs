// A handler first marks the notification as seen, then works: if the shop dies in between, the retry is taken for a copy.
import { ServerShop } from "./skeleton.mjs";

class MarksBeforeItWorks extends ServerShop {
  constructor() {
    super();
    this.db.exec("CREATE TABLE IF NOT EXISTS seen (reference TEXT PRIMARY KEY)");
  }

  enqueue() {}

  async takeNotification({ reference }) {
    const { changes } = this.db.prepare("INSERT OR IGNORE INTO seen VALUES (?)").run(reference);
    if (changes === 0) return;
    await this.isKnown(this.order(reference));
    this.ship(this.order(reference));
  }

  /** Asks only whether the orders in doubt were paid. */
  async recover() {
    for (const order of this.db.prepare("SELECT * FROM orders WHERE paid IS NULL").all()) await this.isKnown(order);
  }
}

await new MarksBeforeItWorks().start();
