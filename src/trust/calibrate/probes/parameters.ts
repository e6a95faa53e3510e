import { limits } from "../../../facts/limits.js";
import { orderIn } from "../../recording/exchange.js";
import type { Json } from "../../target/target.js";
import { isTaken, limitSeen, limitText } from "../limits.js";
import { finding, likely, type Probe, sure } from "../probe.js";
import type { Session } from "../session.js";
import { tryCall } from "../try-call.js";
import { Undetermined } from "../undetermined.js";

const CREATE = "hosted-checkout/create";
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Whether create accepts an unusual value of a member, compared with a plain one. */
export const creates = (session: Session, plain: Json, odd: Json) =>
  tryCall(session, {
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
    return sure(kind === "accepted" ? "accept" : "refuse");
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
    return sure(kind === "accepted" ? "accept" : "refuse");
  },
};

const emailForm: Probe = {
  id: "email-form",
  run: async (session) => {
    const { kind } = await tryCall(session, {
      path: "tokenization/sale",
      control: () => session.sale({ email: "calibration@example.com" }),
      odd: () => session.sale({ email: "no address" }),
      refusal: "invalid-parameter",
    });
    return sure(kind === "accepted" ? "any-text" : "address", `"no address" ${kind}`);
  },
};

/** The longest texts that the sandbox accepts with the choice "limited". */
const longest = {
  "item-name-length": limits.itemNameMaxChars.value,
  "callback-url-length": limits.urlMaxChars.value,
} as const;

const unpublishedLengths: Probe = {
  id: "unpublished-lengths",
  run: async (session) => {
    const tried: string[] = [];
    const kinds = new Set<string>();
    for (const name of ["item-name-length", "callback-url-length"] as const) {
      const limit = await limitSeen(session, name);
      tried.push(`${name}: ${limitText(name, limit)}`);
      if (limit.refuses === undefined) kinds.add("unlimited");
      else kinds.add(limit.accepts === longest[name] ? "limited" : "another length");
    }
    const charged = await chargedLengths(session);
    for (const { name, kind } of charged) {
      tried.push(`${name} ${kind}`);
      kinds.add(kind === "accepted" ? "unlimited" : "limited");
    }
    if (kinds.size > 1 || kinds.has("another length")) return finding(tried.join("; "));
    const text = tried.join("; ");
    // Only the page shows whether a long text is shortened.
    return kinds.has("limited") && charged.length > 0 ? sure("limited", text) : likely([...kinds][0]!, text);
  },
};

/** Whether a charge accepts a longer email and a longer reason. Empty if no card can be charged. */
async function chargedLengths(session: Session): Promise<readonly { readonly name: string; readonly kind: string }[]> {
  const [email, reason] = [limits.emailMaxChars.value, limits.reasonMaxChars.value];
  const emailOf = (size: number) => `${"a".repeat(size - "@example.com".length)}@example.com`;
  if ((await session.usableTokens()).length === 0) return [];
  const longEmail = await tryCall(session, {
    path: "tokenization/sale",
    control: () => session.sale({ email: emailOf(email) }),
    odd: () => session.sale({ email: emailOf(email + 1) }),
    refusal: "invalid-parameter",
  });
  const parent = await session.sold({ isRecurring: true });
  const longReason = await tryCall(session, {
    path: "tokenization/recurring",
    control: async () => ({ ...(await session.recurring(parent.id)), reason: "r".repeat(reason) }),
    odd: async () => ({ ...(await session.recurring(parent.id)), reason: "r".repeat(reason + 1) }),
    refusal: "invalid-parameter",
  });
  return [
    { name: `an email of ${email + 1} characters`, kind: longEmail.kind },
    { name: `a reason of ${reason + 1}`, kind: longReason.kind },
  ];
}

const farExpiry: Probe = {
  id: "far-expiry",
  run: async (session) => {
    const until = (ms: number) => () => ({ expiryTime: session.instant(ms) });
    const year = limits.farExpiryMs.value;
    const tried = new Map<string, string>();
    for (const [name, ms] of [
      ["30 days", 30 * DAY],
      ["360 days", year - 5 * DAY],
      ["370 days", year + 5 * DAY],
      ["10 years", 10 * year],
    ] as const)
      tried.set(name, (await isTaken(session, until(ms))) ? "taken" : "refused");
    const text = [...tried].map(([name, kind]) => `${name} ahead ${kind}`).join(", ");
    const kinds = [...tried.values()].join(" ");
    if (kinds === "taken taken taken taken") return sure("accept", text);
    return kinds === "taken taken refused refused" ? sure("one-year", text) : finding(`an expiryTime ${text}`);
  },
};

/** A range with Visa cards only. The other brands have no card in it. */
const VISA_RANGE = { allowedBinRanges: [{ binStart: "411111", binEnd: "411199" }] };

const binRangeBrand: Probe = {
  id: "bin-range-brand",
  run: async (session) => {
    const kinds: string[] = [];
    for (const allowedCardType of ["UNIONPAY", "MASTER"])
      kinds.push(
        (await creates(session, { ...VISA_RANGE, allowedCardType: "VISA" }, { ...VISA_RANGE, allowedCardType })).kind,
      );
    const tried = `a range of Visa's: UNIONPAY ${kinds[0]}, MASTER ${kinds[1]}`;
    if (kinds[0] !== kinds[1]) return finding(tried);
    return sure(kinds[0] === "accepted" ? "accept" : "refuse", tried);
  },
};

/** Queries our own order, identified in an unusual way. */
const queries = async (session: Session, odd: (order: Json) => Json): Promise<string> => {
  const order = await session.created();
  const { kind } = await tryCall(session, {
    path: "hosted-checkout/query",
    control: () => ({ orderId: order.id, merchantReference: order.merchantReference }),
    odd: () => odd(order),
    refusal: "invalid-parameter",
  });
  return kind;
};

const emptyOrderId: Probe = {
  id: "empty-order-id",
  run: async (session) => {
    const named = (orderId: unknown) => (order: Json) => ({ orderId, merchantReference: order.merchantReference });
    const [empty, zero] = [await queries(session, named("")), await queries(session, named(0))];
    if (zero === "refused") return sure(empty === "accepted" ? "empty-only" : "refuse-both");
    return empty === "accepted" ? sure("empty-and-zero") : finding("an orderId of 0 is taken, an empty one is not");
  },
};

const textIds: Probe = {
  id: "text-ids",
  run: async (session) => {
    const kind = await queries(session, ({ id }) => ({ orderId: String(id) }));
    return sure(kind === "accepted" ? "accept" : "refuse");
  },
};

const nullMembers: Probe = {
  id: "null-members",
  run: async (session) => {
    const kinds: string[] = [];
    for (const name of ["currency", "expiryTime", "callbackUrl"])
      kinds.push(`${name} ${(await creates(session, {}, { [name]: null })).kind}`);
    const tried = `null as ${kinds.join(", ")}`;
    const taken = kinds.filter((kind) => kind.endsWith("accepted")).length;
    if (taken === 0) return sure("refuse", tried);
    return taken === kinds.length ? sure("left-out", tried) : finding(tried);
  },
};

const EMOJI = "😀";

const textLength: Probe = {
  id: "text-length",
  run: async (session) => {
    const { accepts, refuses } = await limitSeen(session, "merchant-reference-length");
    if (refuses === undefined) throw new Undetermined("no reference was too long");
    const room = accepts - session.reference().length - 3;
    const takes = (emoji: number) =>
      isTaken(session, () => ({
        merchantReference: `${session.reference().padEnd(accepts - room, "x")}${EMOJI.repeat(emoji)}`,
      }));
    if (room < 8) throw new Undetermined(`references of ${accepts} characters leave no room for emoji`);
    const tried: string[] = [];
    for (const [choice, size] of [
      ["code-points", 1],
      ["utf-16", 2],
      ["bytes", 4],
    ] as const) {
      const most = Math.floor(room / size);
      const isLimit = (await takes(most)) && !(await takes(most + 1));
      tried.push(`${most} emoji in ${room} characters ${isLimit ? "accepted, and no more" : "are not the limit"}`);
      if (isLimit) return sure(choice, tried.at(-1));
    }
    return finding(`the length of a text: ${tried.join("; ")}`);
  },
};

export const parameterProbes: readonly Probe[] = [
  nullMembers,
  textLength,
  farExpiry,
  binRangeBrand,
  emptyOrderId,
  textIds,
  hourOffset,
  emptyCurrency,
  binRangeOrder,
  emailForm,
  unpublishedLengths,
];
