import { defaultPolicy } from "../../src/core/facts/assumptions.js";
import { testCard } from "../../src/core/facts/cards.js";
import type { CardEntryService, CardEntryView, CardToSave } from "../../src/server/pages/card-entry/service.js";
import type { PayOutcome } from "../../src/server/pages/hosted/service.js";
import { NOON } from "./fake-checkout-service.js";

export const aCardEntry = (over: Partial<CardEntryView> = {}): CardEntryView => ({
  merchantId: 3,
  status: "OPEN",
  now: NOON,
  options: {},
  callbackUrl: { success: "https://shop.example/saved", cancel: "https://shop.example/wallet" },
  policy: defaultPolicy,
  testPanel: { signature: async () => "valid", actsOnOrder: false, inspectUrl: "/_sandbox/card-entries/1" },
  ...over,
});

/** The one session "t1", in memory. */
export class FakeCardEntryService implements CardEntryService {
  readonly saved: CardToSave[] = [];
  constructor(private view: CardEntryView) {}
  async look(session: string) {
    const { view } = this;
    const cancel = async () => ({ kind: "done" }) as const;
    const none = async () => {};
    const save = (entry: CardToSave) => this.save(entry);
    return session === "t1" ? { view, cancel, save, formRefused: none, challengeClosed: none } : undefined;
  }
  async save(entry: CardToSave): Promise<PayOutcome> {
    const known = testCard(entry.card.number);
    if (known?.challenge && entry.authenticated === undefined) return { kind: "challenge" };
    this.saved.push(entry);
    if (entry.authenticated === false) return { kind: "declined", reason: "authentication-failed", message: "" };
    this.view = { ...this.view, status: "SAVED", maskedPan: "4111********1111", cardBrand: "VISA", savedAt: NOON };
    return { kind: "paid" };
  }
}
