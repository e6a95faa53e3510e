import { limits } from "../../../../core/facts/limits.js";
import type { Json } from "../../../../package/json.js";
import { orderIn } from "../../recording/exchange.js";
import { createTakes, limitSeen, limitText } from "../session/limits.js";
import { type Session, Undetermined } from "../session/session.js";
import { type TriedCall, tryCall } from "../session/try-call.js";
import { byKind, byKinds, finding, likely, type ProbeTable, sure, type TriedCalls } from "./probe.js";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const YEAR = limits.farExpiryMs.value;
const FAR_MS = { "30 days": 30 * DAY, "360 days": YEAR - 5 * DAY, "370 days": YEAR + 5 * DAY, "10 years": 10 * YEAR };
/** A range with Visa cards only. The other brands have no card in it. */
const VISA_RANGE = { allowedBinRanges: [{ binStart: "411111", binEnd: "411199" }] };
const EMOJI = "😀";
const [SUCCESS, FAIL] = ["https://example.com/success", "https://example.com/fail"];
const hidden = (callbackUrl: object) => ({ showResultPage: false, callbackUrl });

export const parameterProbes: ProbeTable = {
  "null-members": byKinds({ accepted: "left-out", refused: "refuse" }, "null as ", (session) =>
    createsEach(
      session,
      ["currency", "expiryTime", "callbackUrl"].map((name) => [name, {}, { [name]: null }]),
    ),
  ),
  "text-length": async (session) => {
    const { accepts, refuses } = await limitSeen(session, "merchant-reference-length");
    if (refuses === undefined) throw new Undetermined("no reference was too long");
    const room = accepts - session.reference().length - 3;
    const takes = (emoji: number) =>
      createTakes(session, () => ({
        merchantReference: `${session.reference().padEnd(accepts - room, "x")}${EMOJI.repeat(emoji)}`,
      }));
    if (room < 8) throw new Undetermined(`references of ${accepts} characters leave no room for emoji`);
    const tried: string[] = [];
    for (const [choice, size] of Object.entries({ "code-points": 1, "utf-16": 2, bytes: 4 })) {
      const most = Math.floor(room / size);
      const isLimit = (await takes(most)) && !(await takes(most + 1));
      tried.push(`${most} emoji in ${room} characters ${isLimit ? "accepted, and no more" : "are not the limit"}`);
      if (isLimit) return sure(choice, tried.at(-1));
    }
    return finding(`the length of a text: ${tried.join("; ")}`);
  },
  "far-expiry": byKinds({ taken: "accept", "taken taken refused refused": "one-year" }, "", (session) =>
    Array.fromAsync(Object.entries(FAR_MS), async ([name, ms]) => {
      const isTaken = await createTakes(session, () => ({ expiryTime: session.instant(ms) }));
      return [`${name} ahead`, isTaken ? "taken" : "refused"] as const;
    }),
  ),
  "bin-range-brand": byKinds({ accepted: "accept", refused: "refuse" }, "a range of Visa's: ", (session) => {
    const of = (allowedCardType: string) => ({ ...VISA_RANGE, allowedCardType });
    return createsEach(
      session,
      ["UNIONPAY", "MASTER"].map((brand) => [brand, of("VISA"), of(brand)]),
    );
  }),
  "empty-order-id": async (session) => {
    const named = (orderId: unknown) => (order: Json) => ({ orderId, merchantReference: order.merchantReference });
    const [{ kind: empty }, { kind: zero }] = [await queries(session, named("")), await queries(session, named(0))];
    if (zero === "refused") return sure(empty === "accepted" ? "empty-only" : "refuse-both");
    return empty === "accepted" ? sure("empty-and-zero") : finding("an orderId of 0 is taken, an empty one is not");
  },
  "text-ids": byKind("accept", "refuse", (session) => queries(session, ({ id }) => ({ orderId: String(id) }))),
  "text-flags": byKind("accept", "refuse", (session) =>
    creates(session, { isRecurring: false }, { isRecurring: "false" }),
  ),
  "text-numbers": byKind("digits", "refuse", (session) =>
    tryCall(session, {
      path: "tokenization/query-token",
      control: () => ({ userId: "1001" }),
      odd: () => ({ userId: 1001 }),
    }),
  ),
  "hour-offset": byKind("accept", "refuse", (session) => {
    const at = session.instant(HOUR, "+08:00");
    return creates(session, { expiryTime: at }, { expiryTime: at.slice(0, -3) });
  }),
  "empty-currency": async (session) => {
    const { kind, answer } = await creates(session, { currency: "HKD" }, { currency: "" });
    if (kind === "refused") return sure("refuse");
    const { currency } = orderIn(answer.body);
    return currency === "HKD"
      ? sure("hkd")
      : finding(`an empty currency is taken, and counts as ${JSON.stringify(currency)}`);
  },
  "bin-range-order": byKind("accept", "refuse", (session) => {
    const range = (binStart: string, binEnd: string) => ({ allowedBinRanges: [{ binStart, binEnd }] });
    return creates(session, range("411111", "411199"), range("411199", "411111"));
  }),
  "email-form": byKinds({ accepted: "any-text", refused: "address" }, "", async (session) => [
    ['"no address"', (await sells(session, { email: "calibration@example.com" }, { email: "no address" })).kind],
  ]),
  "unpublished-lengths": async (session) => {
    const tried: string[] = [];
    const kinds = new Set<string>();
    for (const [name, most] of [
      ["item-name-length", limits.itemNameMaxChars.value],
      ["callback-url-length", limits.urlMaxChars.value],
    ] as const) {
      const limit = await limitSeen(session, name);
      tried.push(`${name}: ${limitText(name, limit)}`);
      if (limit.refuses === undefined) kinds.add("unlimited");
      else kinds.add(limit.accepts === most ? "limited" : "another length");
    }
    const charged = await chargedLengths(session);
    for (const [name, kind] of charged) {
      tried.push(`${name} ${kind}`);
      kinds.add(kind === "accepted" ? "unlimited" : "limited");
    }
    const text = tried.join("; ");
    if (kinds.size > 1 || kinds.has("another length")) return finding(text);
    // Only the page shows whether a long text is shortened.
    return kinds.has("limited") && charged.length > 0 ? sure("limited", text) : likely([...kinds][0]!, text);
  },
  // Only likely, because only the page shows the shopper's final view.
  "hidden-result-page": byKind(likely("own-page"), "refuse", (session) =>
    creates(session, hidden({ fail: FAIL, success: SUCCESS }), hidden({ fail: FAIL })),
  ),
  "empty-callback": byKind("accept", "refuse", async (session) => {
    const other = await creates(session, hidden({ success: SUCCESS }), hidden({ fail: FAIL }));
    if (other.kind === "refused")
      throw new Undetermined("a callbackUrl without success is refused already (hidden-result-page)");
    return creates(session, hidden({ success: SUCCESS }), hidden({}));
  }),
  "redirect-schemes": byKinds({ accepted: likely("never-followed"), refused: "refuse" }, "", (session) => {
    const to = (success: string) => ({ callbackUrl: { success } });
    const addresses = ["data:text/plain,success", "javascript:void(0)", "blob:https://example.com/success"];
    return createsEach(
      session,
      addresses.map((address) => [address, to(SUCCESS), to(address)]),
    );
  }),
  // Only likely, because only the page shows whether the alpha is used.
  "colour-forms": byKinds({ accepted: likely("css"), refused: "refuse" }, "", (session) =>
    createsEach(
      session,
      ["#abcdef80", "#abc", "teal"].map((themeColor) => [themeColor, { themeColor: "#abcdef" }, { themeColor }]),
    ),
  ),
};

/** Whether create accepts an unusual value of a member, compared with a plain one. */
export const creates = (session: Session, plain: Json, odd: Json): Promise<TriedCall> =>
  tryCall(session, {
    path: "hosted-checkout/create",
    control: () => session.creation(plain),
    odd: () => session.creation(odd),
  });

/** The same for several values. */
const createsEach = (
  session: Session,
  values: readonly (readonly [name: string, plain: Json, odd: Json])[],
): Promise<TriedCalls> =>
  Array.fromAsync(values, async ([name, plain, odd]) => [name, (await creates(session, plain, odd)).kind] as const);

/** Whether a sale accepts an unusual value of a member. */
const sells = (session: Session, plain: Json, odd: Json): Promise<TriedCall> =>
  tryCall(session, {
    path: "tokenization/sale",
    control: () => session.sale(plain),
    odd: () => session.sale(odd),
  });

/** Queries our own order, identified in an unusual way. */
async function queries(session: Session, odd: (order: Json) => Json): Promise<TriedCall> {
  const order = await session.created();
  return tryCall(session, {
    path: "hosted-checkout/query",
    control: () => ({ orderId: order.id, merchantReference: order.merchantReference }),
    odd: () => odd(order),
  });
}

/** Whether a charge accepts a longer email and a longer reason. Empty if no card can be charged. */
async function chargedLengths(session: Session): Promise<TriedCalls> {
  const [email, reason] = [limits.emailMaxChars.value, limits.reasonMaxChars.value];
  const emailOf = (size: number) => ({ email: `${"a".repeat(size - "@example.com".length)}@example.com` });
  if ((await session.usableTokens()).length === 0) return [];
  const longEmail = await sells(session, emailOf(email), emailOf(email + 1));
  const parent = await session.sold({ isRecurring: true });
  const because = async (size: number) => ({ ...(await session.recurring(parent.id)), reason: "r".repeat(size) });
  const longReason = await tryCall(session, {
    path: "tokenization/recurring",
    control: () => because(reason),
    odd: () => because(reason + 1),
  });
  return [
    [`an email of ${email + 1} characters`, longEmail.kind],
    [`a reason of ${reason + 1}`, longReason.kind],
  ];
}
