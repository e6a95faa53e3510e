import { finding, likely, type Probe, sure } from "../probe.js";
import type { Session } from "../session.js";
import { orderIn } from "../session.js";
import { takes } from "../takes.js";
import type { Json } from "../target.js";

const CREATE = "hosted-checkout/create";
const HOUR = 3_600_000;

/** Whether create takes a member's odd value, beside a plain one. */
export const creates = (session: Session, plain: Json, odd: Json) =>
  takes(session, {
    path: CREATE,
    control: () => session.creation(plain),
    odd: () => session.creation(odd),
    refusal: "invalid-parameter",
  });

const hourOffset: Probe = {
  id: "hour-offset",
  run: async (session) => {
    const at = session.instant(HOUR, "+08:00");
    const { kind } = await creates(session, { expiryTime: at }, { expiryTime: at.slice(0, -3) });
    return sure(kind === "taken" ? "accept" : "refuse");
  },
};

const emptyCurrency: Probe = {
  id: "empty-currency",
  run: async (session) => {
    const { kind, answer } = await creates(session, { currency: "HKD" }, { currency: "" });
    if (kind === "refused") return sure("refuse");
    const { currency } = orderIn(answer.body);
    return currency === "HKD"
      ? sure("hkd")
      : finding(`an empty currency is taken, and counts as ${JSON.stringify(currency)}`);
  },
};

const binRangeOrder: Probe = {
  id: "bin-range-order",
  run: async (session) => {
    const range = (binStart: string, binEnd: string) => ({ allowedBinRanges: [{ binStart, binEnd }] });
    const { kind } = await creates(session, range("411111", "411199"), range("411199", "411111"));
    return sure(kind === "taken" ? "accept" : "refuse");
  },
};

const emailForm: Probe = {
  id: "email-form",
  run: async (session) => {
    const { kind } = await takes(session, {
      path: "tokenization/sale",
      control: () => session.sale({ email: "calibration@example.com" }),
      odd: () => session.sale({ email: "no address" }),
      refusal: "invalid-parameter",
    });
    return sure(kind === "taken" ? "any-text" : "address");
  },
};

const named = (characters: number): Json => ({
  lineItems: [{ quantity: 1, priceData: { name: "n".repeat(characters), unitAmount: 10 } }],
});
const addressed = (characters: number): Json => ({
  callbackUrl: { success: `https://example.com/${"a".repeat(characters - "https://example.com/".length)}` },
});

const unpublishedLengths: Probe = {
  id: "unpublished-lengths",
  run: async (session) => {
    const name = await creates(session, named(1024), named(1025));
    const address = await creates(session, addressed(2048), addressed(2049));
    if (name.kind !== address.kind)
      return finding(`an item's name of 1025 characters is ${name.kind}, an address of 2049 is ${address.kind}`);
    // Whether a long text is cut shows on the page alone.
    return name.kind === "refused" ? sure("limited") : likely("unlimited");
  },
};

export const parameterProbes: readonly Probe[] = [
  hourOffset,
  emptyCurrency,
  binRangeOrder,
  emailForm,
  unpublishedLengths,
];
