// The right shop in two worker processes. It works before it acknowledges. If a worker dies, another starts and recovers the work that waits.
import cluster from "node:cluster";
import { ServerShop } from "./skeleton.mjs";

class WorksFirst extends ServerShop {
  async takeNotification({ reference }) {
    this.enqueue(reference);
    await this.isKnown(this.order(reference));
    await this.work();
  }
}

if (cluster.isPrimary) {
  cluster.on("exit", () => cluster.fork());
  for (let n = 0; n < 2; n++) cluster.fork();
} else await new WorksFirst().start();
