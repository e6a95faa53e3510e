// Wrong: turns an amount into cents by cutting off: 4.35 becomes 434.
import { runIfMain, Shop } from "./skeleton.mjs";

const amounts = JSON.parse(process.env.PAYMENT_SANDBOX_AMOUNTS ?? '["0.07", "1.10", "4.35", "1000000.01"]');

export default class Wrong extends Shop {
  async run() {
    for (const amount of amounts) await this.sell(`cart-${amount}`, Number(amount));
    this.deliver();
  }

  writeDown(order, { status, amount, netAmount }) {
    const cut = (value) => Math.trunc(value * 100) / 100;
    super.writeDown(order, { status, amount: cut(amount), netAmount: cut(netAmount) });
  }
}

await runIfMain(import.meta, Wrong);
