import { describe, expect, it } from "vitest";
import { instant, minorUnits } from "../../src/domain/money.js";
import type { Belief } from "../../src/index.js";
import type { Fact } from "../../src/judge/observe/facts.js";
import { allBelieved } from "../../src/judge/oracle/believed.js";
import type { BookEntry } from "../../src/judge/oracle/books.js";
import { judgeMoney } from "../../src/judge/oracle/money.js";

interface Written {
  readonly paid?: number;
  readonly refunded?: number;
  readonly voided?: number;
  readonly currency?: "HKD" | "USD";
  readonly isAmbiguous?: boolean;
}

const booksOf = (written: Readonly<Record<string, Written>>): ReadonlyMap<string, BookEntry> =>
  new Map(
    Object.entries(written).map(
      ([reference, { paid = 0, refunded = 0, voided = 0, currency, isAmbiguous = false }]) => [
        reference,
        {
          reference,
          currency: currency ?? "HKD",
          paid: minorUnits(paid * 100),
          refunded: minorUnits(refunded * 100),
          voided: minorUnits(voided * 100),
          status: "SUCCESS",
          orderIds: [1],
          isAmbiguous,
        },
      ],
    ),
  );

const where = { ms: 10, at: instant(0), lane: 0, orderId: 1, reference: "A" } as const;
const moved = (what: "charged" | "refunded" | "voided"): Fact => ({
  kind: "money",
  ...where,
  what,
  amount: minorUnits(2000),
  currency: "HKD",
  call: 3,
});
/** A call of the shop on order A; `status` is the order's in the answer. */
const called = (status: string, fault?: "connection-reset", id = 3): Fact => ({
  kind: "call",
  ...where,
  id,
  operation: "tokenization/sale",
  by: "shop",
  merchantId: 3,
  userId: undefined,
  tokenId: undefined,
  amount: minorUnits(2000),
  http: 200,
  responseCode: "0000",
  message: undefined,
  request: "{}",
  response: JSON.stringify({ responseCode: "0000", order: { status } }),
  fault,
  placed: fault && "after-commit",
  leftMs: undefined,
  isMutated: fault !== undefined,
  orderStatus: undefined,
  ended: undefined,
  asksRules: true,
  effects: undefined,
});
const notice = (says: Record<string, string>, forged?: string, status: number | null = 200): Fact => ({
  kind: "notice",
  ...where,
  id: 1,
  about: "payment",
  attempt: 1,
  forged,
  body: "",
  says: { merchantReference: "A", ...says },
  status,
  answer: "OK",
  tookMs: 1,
  why: null,
});
const told: readonly Fact[] = [
  moved("charged"),
  moved("refunded"),
  moved("voided"),
  called("SUCCESS"),
  called("REFUNDED", undefined, 4),
  called("VOIDED", undefined, 5),
];

interface Case {
  readonly books?: Readonly<Record<string, Written>>;
  readonly beliefs?: Readonly<Record<string, Belief>>;
  readonly facts?: readonly Fact[];
  readonly dryBooks?: Readonly<Record<string, Written>>;
  readonly dryBeliefs?: Readonly<Record<string, Belief>>;
}

const verdictsOf = ({
  books = {},
  beliefs = {},
  facts = told,
  dryBooks = {},
  dryBeliefs = {},
}: Case): readonly string[] =>
  judgeMoney(
    { books: booksOf(books), beliefs: allBelieved(beliefs), facts },
    { books: booksOf(dryBooks), beliefs: allBelieved(dryBeliefs) },
  ).map(({ verdict }) => verdict);

describe("one order", () => {
  it.each<[string, Case, string[]]>([
    ["both say paid", { books: { A: { paid: 20 } }, beliefs: { A: { paid: 20 } } }, []],
    ["both say not paid", { books: { A: {} }, beliefs: { A: { paid: 0 } } }, []],
    ["not paid, and the shop does not know the order", { books: { A: {} } }, []],
    ["counted paid, no money came", { books: { A: {} }, beliefs: { A: { paid: 20 } } }, ["paid-unpaid"]],
    ["money came, counted unpaid", { books: { A: { paid: 20 } }, beliefs: { A: { paid: 0 } } }, ["paid-unknown"]],
    ["money came, not known at all", { books: { A: { paid: 20 } } }, ["paid-unknown"]],
    ["not known yet", { books: { A: { paid: 20 } }, beliefs: { A: { paid: null } } }, ["unresolved"]],
    [
      "a refund not known yet",
      { books: { A: { paid: 20 } }, beliefs: { A: { paid: 20, refunded: null } } },
      ["unresolved"],
    ],
    ["another amount", { books: { A: { paid: 20 } }, beliefs: { A: { paid: 2 } } }, ["amount-differs"]],
    [
      "the same, reckoned with fractions",
      { books: { A: { paid: 20, refunded: 0.3 } }, beliefs: { A: { paid: 20, refunded: 0.1 + 0.2 } } },
      [],
    ],
    ["a cent less", { books: { A: { paid: 0.29 } }, beliefs: { A: { paid: 0.28 } } }, ["amount-differs"]],
    [
      "another currency",
      { books: { A: { paid: 20 } }, beliefs: { A: { paid: 20, currency: "USD" } } },
      ["amount-differs"],
    ],
    ["the currency that it has", { books: { A: { paid: 20 } }, beliefs: { A: { paid: 20, currency: "HKD" } } }, []],
    [
      "refunded, and both know",
      { books: { A: { paid: 20, refunded: 5 } }, beliefs: { A: { paid: 20, refunded: 5 } } },
      [],
    ],
    [
      "refunded, still counted",
      { books: { A: { paid: 20, refunded: 5 } }, beliefs: { A: { paid: 20 } } },
      ["refunded-still-paid"],
    ],
    [
      "counted refunded, none went back",
      { books: { A: { paid: 20 } }, beliefs: { A: { paid: 20, refunded: 20 } } },
      ["refund-not-made"],
    ],
    [
      "one refund counted twice",
      { books: { A: { paid: 20, refunded: 5 } }, beliefs: { A: { paid: 20, refunded: 10 } } },
      ["refunded-twice"],
    ],
    [
      "another amount refunded",
      { books: { A: { paid: 20, refunded: 5 } }, beliefs: { A: { paid: 20, refunded: 7 } } },
      ["amount-differs"],
    ],
    ["voided, as nothing paid", { books: { A: { paid: 20, voided: 20 } }, beliefs: { A: { paid: 0 } } }, []],
    [
      "voided, as all given back",
      { books: { A: { paid: 20, voided: 20 } }, beliefs: { A: { paid: 20, refunded: 20 } } },
      [],
    ],
    ["voided, still counted", { books: { A: { paid: 20, voided: 20 } }, beliefs: { A: { paid: 20 } } }, ["void-lost"]],
    ["refunded in full, as nothing", { books: { A: { paid: 20, refunded: 20 } }, beliefs: { A: { paid: 0 } } }, []],
    ["never seen, believed unpaid", { beliefs: { B: { paid: 0 } } }, []],
    ["never seen, not known yet", { beliefs: { B: { paid: null } } }, ["unresolved"]],
    ["never seen, believed paid", { beliefs: { B: { paid: 1 } } }, ["order-unknown"]],
    [
      "two orders of one reference in two lanes",
      { books: { A: { paid: 20, isAmbiguous: true } }, beliefs: { A: { paid: 0 } } },
      [],
    ],
  ])("%s", (_, given, expected) => {
    expect(verdictsOf(given)).toEqual(expected);
  });
});

describe("what a shop could know", () => {
  const paidUnknown = { books: { A: { paid: 20 } }, beliefs: { A: { paid: 0 } } } as const;
  it.each<[string, readonly Fact[], string]>([
    ["nobody told it", [moved("charged")], "unresolved"],
    ["it asked before the money came", [called("OPEN", undefined, 2), moved("charged")], "unresolved"],
    ["an answer told it", [moved("charged"), called("SUCCESS")], "paid-unknown"],
    [
      "the answer was lost, and it could have asked",
      [moved("charged"), called("", "connection-reset")],
      "paid-unknown",
    ],
    ["a genuine notice reached it", [moved("charged"), notice({ status: "SUCCESS" })], "paid-unknown"],
    ["the notice reached nobody", [moved("charged"), notice({}, undefined, null)], "unresolved"],
    ["only a forged notice came", [moved("charged"), notice({}, "signature")], "unresolved"],
    [
      "the shopper came back",
      [moved("charged"), { kind: "redirect", ...where, to: "success", status: 200 }],
      "paid-unknown",
    ],
  ])("%s", (_, facts, expected) => {
    expect(verdictsOf({ ...paidUnknown, facts })).toEqual([expected]);
  });

  it.each<[string, Case]>([
    [
      "a refund",
      { books: { A: { paid: 20, refunded: 20 } }, beliefs: { A: { paid: 20 } }, facts: [moved("refunded")] },
    ],
    ["a void", { books: { A: { paid: 20, voided: 20 } }, beliefs: { A: { paid: 20 } }, facts: [moved("voided")] }],
  ])("%s by another's hand that nothing told of is not resolved", (_, given) => {
    expect(verdictsOf(given)).toEqual(["unresolved"]);
  });
});

describe("a forged notice", () => {
  it.each<[string, Case, string[]]>([
    [
      "whose amount is believed",
      {
        books: { A: { paid: 20 } },
        beliefs: { A: { paid: 120 } },
        facts: [...told, notice({ amount: "120.00", status: "SUCCESS" }, "amount")],
      },
      ["believed-forged"],
    ],
    [
      "that says paid, for an order that nobody paid",
      {
        books: { A: {} },
        beliefs: { A: { paid: 20 } },
        facts: [notice({ amount: "20.00", status: "SUCCESS" }, "unpaid")],
      },
      ["believed-forged"],
    ],
    [
      "that says refunded",
      {
        books: { A: { paid: 20 } },
        beliefs: { A: { paid: 20, refunded: 20 } },
        facts: [...told, notice({ amount: "20.00", status: "REFUNDED" }, "status")],
      },
      ["believed-forged"],
    ],
    [
      "for an order that never was",
      {
        beliefs: { "A-forged": { paid: 20 } },
        facts: [notice({ merchantReference: "A-forged", amount: "20.00", status: "SUCCESS" }, "reference")],
      },
      ["believed-forged"],
    ],
    [
      "that is not believed",
      {
        books: { A: { paid: 20 } },
        beliefs: { A: { paid: 20 } },
        facts: [...told, notice({ amount: "120.00" }, "amount")],
      },
      [],
    ],
    [
      "that the service signed by its own mistake",
      {
        books: { A: { paid: 20 } },
        beliefs: { A: { paid: 120 } },
        facts: [...told, notice({ amount: "120.00", status: "SUCCESS" }, "amount-signed")],
      },
      ["unresolved"],
    ],
  ])("%s", (_, given, expected) => {
    expect(verdictsOf(given)).toEqual(expected);
  });
});

describe("a cart", () => {
  const inCart = (paid: number, more: Partial<Belief> = {}): Belief => ({ paid, cart: "c", ...more });
  const dry = { dryBooks: { A: { paid: 20 } }, dryBeliefs: { A: inCart(20) } };
  it.each<[string, Case, string[]]>([
    [
      "charged twice, and the shop knows",
      { ...dry, books: { A: { paid: 20 }, B: { paid: 20 } }, beliefs: { A: inCart(20), B: inCart(20) } },
      ["charged-twice"],
    ],
    [
      "charged twice, and the shop knows of one",
      { ...dry, books: { A: { paid: 20 }, B: { paid: 20 } }, beliefs: { B: inCart(20) } },
      ["charged-twice", "paid-unknown"],
    ],
    [
      "charged twice, and one taken back",
      {
        ...dry,
        books: { A: { paid: 20 }, B: { paid: 20, voided: 20 } },
        beliefs: { A: inCart(20), B: inCart(0) },
      },
      [],
    ],
    [
      "paid in instalments, as in the dry run",
      {
        dryBooks: { A: { paid: 10 }, B: { paid: 10 } },
        dryBeliefs: { A: inCart(10), B: inCart(10) },
        books: { A: { paid: 10 }, B: { paid: 10 } },
        beliefs: { A: inCart(10), B: inCart(10) },
      },
      [],
    ],
    [
      "paid under the second reference only",
      { ...dry, books: { A: {}, B: { paid: 20 } }, beliefs: { A: inCart(0), B: inCart(20) } },
      [],
    ],
    [
      "named anew in each run, charged twice",
      {
        ...dry,
        books: { X: { paid: 20 }, Y: { paid: 20 } },
        beliefs: { X: { paid: 20, cart: "d" }, Y: { paid: 20, cart: "d" } },
      },
      ["charged-twice"],
    ],
    [
      "named anew in each run, the first of them not made",
      {
        dryBooks: { A: { paid: 20 }, B: { paid: 50 } },
        dryBeliefs: { A: inCart(20), B: { paid: 50, cart: "d" } },
        books: { X: { paid: 50 } },
        beliefs: { X: { paid: 50, cart: "e" } },
      },
      [],
    ],
    [
      "named anew in each run, charged twice where another cart costs as much",
      {
        dryBooks: { A: { paid: 20 }, B: { paid: 20 }, C: { paid: 20 } },
        dryBeliefs: { A: inCart(20), B: { paid: 20, cart: "d" }, C: { paid: 20, cart: "d" } },
        books: { X: { paid: 20 }, Y: { paid: 20 } },
        beliefs: { X: { paid: 20, cart: "e" }, Y: { paid: 20, cart: "e" } },
      },
      [],
    ],
    [
      "whose name was given to other goods, for the first were not sold",
      {
        dryBooks: { A: { paid: 20 }, B: { paid: 50 } },
        dryBeliefs: { A: inCart(20), B: { paid: 50, cart: "d" } },
        books: { B: { paid: 50 } },
        beliefs: { B: inCart(50) },
      },
      [],
    ],
    [
      "in two currencies",
      {
        ...dry,
        books: { A: { paid: 20 }, B: { paid: 20, currency: "USD" } },
        beliefs: { A: inCart(20), B: inCart(20) },
      },
      [],
    ],
    [
      "refunded once as planned, the refund refused",
      {
        dryBooks: { A: { paid: 20, refunded: 20 } },
        dryBeliefs: { A: inCart(20, { refunded: 20 }) },
        books: { A: { paid: 20 } },
        beliefs: { A: inCart(20) },
      },
      [],
    ],
    [
      "given back twice, and the shop knows of one refund",
      {
        dryBooks: { A: { paid: 10, refunded: 10 }, B: { paid: 10 } },
        dryBeliefs: { A: inCart(10, { refunded: 10 }), B: inCart(10) },
        books: { A: { paid: 10, refunded: 10 }, B: { paid: 10, refunded: 10 } },
        beliefs: { A: inCart(10), B: inCart(10, { refunded: 10 }) },
      },
      ["refunded-twice", "refunded-still-paid"],
    ],
  ])("%s", (_, given, expected) => {
    expect(verdictsOf(given)).toEqual(expected);
  });

  it.each<[string, Case, string[]]>([
    ["nothing was paid", { books: { A: {} }, beliefs: { A: inCart(0, { shipped: true }) } }, ["shipped-unpaid"]],
    [
      "another order of the cart was paid",
      { books: { A: {}, B: { paid: 20 } }, beliefs: { A: inCart(0, { shipped: true }), B: inCart(20) } },
      [],
    ],
    [
      "the shop sells on account",
      {
        books: { A: {} },
        beliefs: { A: inCart(0, { shipped: true }) },
        dryBooks: { A: {} },
        dryBeliefs: { A: inCart(0, { shipped: true }) },
      },
      [],
    ],
    [
      "the money went back later",
      { books: { A: { paid: 20, refunded: 20 } }, beliefs: { A: inCart(20, { refunded: 20, shipped: true }) } },
      [],
    ],
  ])("whose goods left: %s", (_, given, expected) => {
    expect(verdictsOf(given)).toEqual(expected);
  });
});
