import { instant, later, minorUnits } from "../../src/core/domain/money.js";
import { defaultPolicy } from "../../src/core/facts/assumptions.js";
import { brandOf, testCard } from "../../src/core/facts/cards.js";
import { type DeclineName, declines } from "../../src/core/facts/codes.js";
import type {
  CheckoutService,
  CheckoutSession,
  CheckoutView,
  PaidWith,
  Payment,
} from "../../src/server/pages/checkout/service.js";
import type { ActionOutcome, PayOutcome } from "../../src/server/pages/hosted/service.js";

/** 2026-01-05 10:00 in Hong Kong. */
export const NOON = instant(Date.UTC(2026, 0, 5, 2));

export const aView = (over: Partial<CheckoutView> = {}): CheckoutView => ({
  orderId: 489825,
  merchantReference: "ORDER-2026-0001",
  merchantId: 3,
  currency: "HKD",
  amountMinor: minorUnits(10600),
  status: "OPEN",
  expiresAt: later(NOON, 1_000_000),
  now: NOON,
  clockRuns: true,
  url: "http://localhost:4655/checkout/s",
  options: {},
  lineItems: [
    { name: "Milk tea", quantity: 2, unitAmountMinor: minorUnits(2800) },
    { name: "Egg tart (box of 6)", quantity: 1, unitAmountMinor: minorUnits(5000) },
  ],
  callbackUrl: {
    success: "https://shop.example/thanks",
    fail: "https://shop.example/fail",
    cancel: "https://shop.example/cart",
  },
  email: "",
  declines: 0,
  policy: defaultPolicy,
  testPanel: { signature: async () => "valid", actsOnOrder: true, inspectUrl: "/_sandbox/ui/orders/489825" },
  ...over,
});

const paidWith = ({ method, card }: Payment): PaidWith =>
  card
    ? { method, brand: brandOf(card.number), last4: card.number.slice(-4) }
    : { method, brand: undefined, last4: undefined };

const refused: ActionOutcome & PayOutcome = {
  kind: "refused",
  reason: "order-not-payable",
  message: "order cannot be paid",
};

/** Orders in memory, as `put` describes them; remembers what was paid. */
export class FakeCheckoutService implements CheckoutService {
  readonly payments: Payment[] = [];
  private readonly views = new Map<string, CheckoutView>();

  put(session: string, over: Partial<CheckoutView> = {}): this {
    this.views.set(session, aView(over));
    return this;
  }

  change(session: string, over: Partial<CheckoutView>): void {
    const view = this.views.get(session);
    if (!view) throw new Error(`no session ${session}`);
    this.views.set(session, { ...view, ...over });
  }

  open(session: string): Promise<CheckoutSession | undefined> {
    return this.look(session);
  }

  async look(session: string): Promise<CheckoutSession | undefined> {
    const view = this.views.get(session);
    return (
      view && {
        view,
        pay: (payment) => this.pay(session, payment),
        cancel: () => this.cancel(session),
        expire: () => this.expire(session),
        formRefused: async () => {},
        challengeClosed: async () => {},
      }
    );
  }

  async pay(session: string, payment: Payment): Promise<PayOutcome> {
    const view = this.views.get(session);
    this.payments.push(payment);
    if (view?.status !== "OPEN") return refused;
    const decline = this.answerTo(payment);
    if (decline === "challenge") return { kind: "challenge" };
    if (decline) {
      this.change(session, { declines: view.declines + 1, lastDecline: decline });
      return { kind: "declined", reason: decline, message: declines[decline].message };
    }
    this.change(session, { status: "SUCCESS", paidAt: view.now, paidWith: paidWith(payment) });
    return { kind: "paid" };
  }

  private answerTo({ card, authenticated, approved }: Payment): DeclineName | "challenge" | undefined {
    if (approved === false) return "do-not-honour";
    const known = card && testCard(card.number);
    if (known?.challenge && authenticated === undefined) return "challenge";
    if (authenticated === false) return "authentication-failed";
    return known && known.outcome !== "approve" ? known.outcome : undefined;
  }

  async cancel(session: string): Promise<ActionOutcome> {
    return this.views.get(session)?.status === "OPEN" ? { kind: "done" } : refused;
  }

  async expire(session: string): Promise<ActionOutcome> {
    if (this.views.get(session)?.status !== "OPEN") return refused;
    this.change(session, { status: "CLOSED" });
    return { kind: "done" };
  }
}
