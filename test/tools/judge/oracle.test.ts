import { describe, expect, it } from "vitest";
import { instant, minorUnits } from "../../../src/core/domain/money.js";
import { packageText } from "../../../src/package/files.js";
import { harmIn } from "../../../src/tools/judge/harm.js";
import type { CallFact, Fact, MoneyFact } from "../../../src/tools/judge/observe/facts.js";
import { allBelieved } from "../../../src/tools/judge/oracle/believed.js";
import type { BookEntry } from "../../../src/tools/judge/oracle/books.js";
import { judgeMoney } from "../../../src/tools/judge/oracle/money.js";
import { priceNotes } from "../../../src/tools/judge/oracle/prices.js";
import type { Belief } from "../../../src/tools/judge/schema/beliefs-schema.js";

/** The names of effects that mean goods that left, as the docs list them. */
const documentedDeliveries = /`; ([^;`|]+) mean goods that left/
  .exec(packageText("docs/judge.md"))![1]!
  .split(/, | and /);

interface Written {
  readonly asked?: number;
  readonly paid?: number;
  readonly refunded?: number;
  readonly voided?: number;
  readonly currency?: "HKD" | "USD";
  readonly isAmbiguous?: boolean;
  readonly user?: string;
}

/** Orders by reference, or as a text: `A 20 refunded 5 cart c; B 0 shipped mailed=2`. First comes what was paid. `?`: not known yet. */
type Orders<T> = string | Readonly<Record<string, T>>;

function read<T>(orders: Orders<T>): Readonly<Record<string, T>> {
  if (typeof orders !== "string") return orders;
  const rows = orders.split("; ").map((row) => {
    const [reference, paid, ...words] = row.split(" ");
    const order: Record<string, unknown> = { paid: paid === "?" ? null : Number(paid) };
    for (let word = words.shift(); word !== undefined; word = words.shift()) {
      const [effect, done] = word.split("=");
      const [times, meant] = done?.split("/") ?? [];
      if (meant !== undefined) order.times = { [effect!]: Number(meant) };
      if (/^(not-)?shipped$/.test(word)) order.shipped = word === "shipped";
      else if (word === "idle") order.effects = {};
      else if (times !== undefined) order.effects = { ...(order.effects as object), [effect!]: Number(times) };
      else order[word] = /^\d/.test(words[0]!) ? Number(words.shift()) : words.shift();
    }
    return [reference!, order as T] as const;
  });
  return Object.fromEntries(rows);
}

const booksOf = (written: Orders<Written>): ReadonlyMap<string, BookEntry> =>
  new Map(
    Object.entries(read(written)).map(
      ([reference, { paid = 0, asked = paid, refunded = 0, voided = 0, currency, isAmbiguous = false, user }], i) => [
        reference,
        {
          reference,
          currency: currency ?? "HKD",
          asked: minorUnits(asked * 100),
          paid: minorUnits(paid * 100),
          charges: paid > 0 ? [minorUnits(paid * 100)] : [],
          user,
          refunded: minorUnits(refunded * 100),
          voided: minorUnits(voided * 100),
          status: "SUCCESS",
          orderIds: [i + 1],
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
  kind: "notification",
  ...where,
  id: 1,
  about: "payment",
  attempt: 1,
  forged,
  body: "",
  says: { merchantReference: "A", ...says },
  status,
  answer: "OK",
  handledMs: where.ms + 1,
  tookMs: 1,
  why: null,
});
const refundedByHand: Fact = { ...(moved("refunded") as MoneyFact), amount: minorUnits(1000), call: 9 };
const byHand: Fact = { ...(called("REFUNDED", undefined, 9) as CallFact), by: "shopper", operation: "checkout/refund" };
const told: readonly Fact[] = [
  moved("charged"),
  moved("refunded"),
  moved("voided"),
  called("SUCCESS"),
  called("REFUNDED", undefined, 4),
  called("VOIDED", undefined, 5),
];

interface Case {
  readonly books?: Orders<Written>;
  readonly beliefs?: Orders<Belief>;
  readonly facts?: readonly Fact[];
  readonly dryBooks?: Orders<Written>;
  readonly dryBeliefs?: Orders<Belief>;
  readonly dryFacts?: readonly Fact[];
  readonly sparesOthers?: boolean;
}

const wrongIn = ({ books = {}, beliefs = {}, facts = told, dryFacts = [], sparesOthers, ...dry }: Case) =>
  judgeMoney(
    { books: booksOf(books), beliefs: allBelieved(read(beliefs)), facts, sparesOthers },
    { books: booksOf(dry.dryBooks ?? {}), beliefs: allBelieved(read(dry.dryBeliefs ?? {})), facts: dryFacts },
  );

const verdictsOf = (one: Case): readonly string[] => wrongIn(one).map(({ verdict }) => verdict);

const forgot = { books: "A 20; B 20", beliefs: "B 20" };
const wentBack = { books: "A 20; B 20 refunded 20", beliefs: "B 20 refunded 20" };
const twice = ["charged-twice", "paid-unknown"];
it.each<[string, Case, string[]]>([
  ["made once in the dry run", { dryBooks: "T-0 20" }, twice],
  ["counted as failed", { dryBooks: "B 20", beliefs: "A 0; B 20" }, twice],
  ["made once and refunded there, as here", { dryBooks: "B 20 refunded 20", ...wentBack }, twice],
  ["of which the other is as unknown", { dryBooks: "A 20", beliefs: {} }, [...twice, "paid-unknown"]],
  ["and the other went back", { dryBooks: "B 20", ...wentBack }, ["paid-unknown"]],
  ["made as often in the dry run", { dryBooks: "T-0 20; P-0 20" }, ["paid-unknown"]],
  ["which the dry run did not pay", { dryBooks: "T-0 20; P-0 0 asked 20" }, ["paid-unknown"]],
  ["made for another amount there", { dryBooks: "T-0 30" }, ["paid-unknown"]],
  ["of another user", { dryBooks: "T-0 20", books: "A 20 user u; B 20" }, ["paid-unknown"]],
  ["of another cart", { dryBooks: "T-0 20", beliefs: "A 0 cart a; B 20 cart b" }, ["paid-unknown"]],
])("an unknown payment beside one like it, %s", (_, more, expected) => {
  const beliefs = "beliefs" in more ? more.beliefs : forgot.beliefs;
  const facts = [
    ...told,
    { ...(moved("charged") as MoneyFact), reference: "B" },
    { ...(called("SUCCESS") as CallFact), reference: "B" },
  ];
  const wrong = wrongIn({ ...forgot, facts, ...more, beliefs });
  expect(wrong.map(({ verdict }) => verdict)).toEqual(expected);
});

it("tells the double charge of a forgotten payment with what the dry run took", () => {
  const [wrong] = wrongIn({ ...forgot, dryBooks: "T-0 20" });
  expect(wrong).toMatchObject({
    references: ["B", "A"],
    planned: { paid: 2000 },
    why: "B and A took the same amount (20.00 HKD), and the dry run took it once",
  });
});

describe("one order", () => {
  it.each<[string, Written | undefined, Belief | undefined, string[]]>([
    ["both say paid", { paid: 20 }, { paid: 20 }, []],
    ["both say not paid", {}, { paid: 0 }, []],
    ["not paid, and the shop does not know the order", {}, undefined, []],
    ["counted paid, no money came", {}, { paid: 20 }, ["paid-unpaid"]],
    ["money came, counted unpaid", { paid: 20 }, { paid: 0 }, ["paid-unknown"]],
    ["money came, not known at all", { paid: 20 }, undefined, ["paid-unknown"]],
    ["not known yet", { paid: 20 }, { paid: null }, ["unresolved"]],
    ["a refund not known yet", { paid: 20 }, { paid: 20, refunded: null }, ["unresolved"]],
    ["another amount", { paid: 20 }, { paid: 2 }, ["amount-differs"]],
    ["the same, reckoned with fractions", { paid: 20, refunded: 0.3 }, { paid: 20, refunded: 0.1 + 0.2 }, []],
    ["a cent less", { paid: 0.29 }, { paid: 0.28 }, ["amount-differs"]],
    ["another currency", { paid: 20 }, { paid: 20, currency: "USD" }, ["amount-differs"]],
    ["the currency that it has", { paid: 20 }, { paid: 20, currency: "HKD" }, []],
    ["a part refunded, booked net", { paid: 20, refunded: 0.01 }, { paid: 19.99 }, []],
    ["a part refunded, booked net but for a cent", { paid: 20, refunded: 5 }, { paid: 15.01 }, ["amount-differs"]],
    [
      "a part refunded, booked net in another currency",
      { paid: 20, refunded: 5 },
      { paid: 15, currency: "USD" },
      ["amount-differs"],
    ],
    ["refunded, and both know", { paid: 20, refunded: 5 }, { paid: 20, refunded: 5 }, []],
    ["refunded, still counted", { paid: 20, refunded: 5 }, { paid: 20 }, ["refunded-still-paid"]],
    ["counted refunded, none went back", { paid: 20 }, { paid: 20, refunded: 20 }, ["refund-not-made"]],
    ["one refund counted twice", { paid: 20, refunded: 5 }, { paid: 20, refunded: 10 }, ["refunded-twice"]],
    [
      "a cent went back by hand, and the shop counts its own refund that was refused",
      { paid: 20, refunded: 0.01 },
      { paid: 20, refunded: 20 },
      ["amount-differs"],
    ],
    ["another amount refunded", { paid: 20, refunded: 5 }, { paid: 20, refunded: 7 }, ["amount-differs"]],
    ["voided, as nothing paid", { paid: 20, voided: 20 }, { paid: 0 }, []],
    ["voided, as all given back", { paid: 20, voided: 20 }, { paid: 20, refunded: 20 }, []],
    ["voided, still counted", { paid: 20, voided: 20 }, { paid: 20 }, ["void-lost"]],
    ["refunded in full, as nothing", { paid: 20, refunded: 20 }, { paid: 0 }, []],
    ["never seen, believed unpaid", undefined, { paid: 0 }, []],
    ["never seen, not known yet", undefined, { paid: null }, ["unresolved"]],
    ["never seen, believed paid", undefined, { paid: 1 }, ["order-unknown"]],
    ["two orders of one reference in two lanes", { paid: 20, isAmbiguous: true }, { paid: 0 }, []],
  ])("%s", (_, written, belief, expected) => {
    const given = { ...(written && { books: { A: written } }), ...(belief && { beliefs: { A: belief } }) };
    expect(verdictsOf(given)).toEqual(expected);
  });
});

describe("twice what went back", () => {
  const counted = { books: "A 20 refunded 5", beliefs: "A 20 refunded 10" } as const;
  const refund = (over: Partial<CallFact> = {}): Fact => ({
    ...(called("REFUNDED", undefined, 5) as CallFact),
    operation: "hosted-checkout/refund",
    ...over,
  });
  const refused = refund({ ended: "already-refunded", responseCode: "2004" });
  it.each<[string, readonly Fact[], string, string]>([
    ["its own refund went through", [refund()], "refunded-twice", "the shop counts one refund more than once"],
    ["it tried again after that", [refund(), refused], "refunded-twice", "the shop counts one refund more than once"],
    ["it asked only", [], "refunded-twice", "the shop counts one refund more than once"],
    [
      "its own refund was refused",
      [refused],
      "amount-differs",
      "another amount went back, and the shop's own refund was refused (2004)",
    ],
  ])("if %s", (_, facts, verdict, why) => {
    expect(wrongIn({ ...counted, facts: [...told, ...facts] })).toMatchObject([
      { verdict, why: expect.stringContaining(why) },
    ]);
  });
});

describe("what a shop could know", () => {
  const paidUnknown = { books: "A 20", beliefs: "A 0" } as const;
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

  const evolved = (fact: Fact): Fact => ({ ...(fact as CallFact), isEvolved: true });
  it.each<[string, readonly Fact[], string]>([
    ["of the sale hides the payment", [evolved(called("SUCCESS"))], "unresolved"],
    ["hides it, even if a notice came", [evolved(called("SUCCESS")), notice({ status: "SUCCESS" })], "unresolved"],
    [
      "of a query takes back nothing that the sale told",
      [called("SUCCESS"), evolved(called("SUCCESS", undefined, 4))],
      "paid-unknown",
    ],
  ])("an unknown status in the answer %s", (_, facts, expected) => {
    expect(verdictsOf({ ...paidUnknown, facts: [moved("charged"), ...facts] })).toEqual([expected]);
  });

  it.each<[string, Case]>([
    ["a refund", { books: "A 20 refunded 20", beliefs: "A 20", facts: [moved("refunded")] }],
    ["a void", { books: "A 20 voided 20", beliefs: "A 20", facts: [moved("voided")] }],
  ])("%s by another's hand that nothing told of is not resolved", (_, given) => {
    expect(verdictsOf(given)).toEqual(["unresolved"]);
  });

  it("the refusal of its own refund, by 2004, tells of the refund that another's hand made just before", () => {
    const refused = { ...(called("", undefined, 9) as CallFact), ended: "already-refunded", responseCode: "2004" };
    const given = { books: "A 20 refunded 10", beliefs: "A 20" };
    const facts = [moved("charged"), refundedByHand, { ...refused, isMutated: true }];
    expect(verdictsOf({ ...given, facts })).toEqual(["refunded-still-paid"]);
    expect(verdictsOf({ beliefs: { A: { paid: 20, refunded: null } }, books: given.books, facts })).toEqual([
      "unresolved",
    ]);
  });
});

describe("a payment of which only the shop's own query tells, if a fault of another order came before", () => {
  const query = (fact: Fact): Fact => ({ ...(fact as CallFact), operation: "hosted-checkout/query" });
  const atOther: Fact = { ...(called("", "connection-reset", 1) as CallFact), reference: "B", orderId: 2 };
  const left: Case = {
    dryBooks: "A 20; B 30",
    dryFacts: [moved("charged"), query(called("SUCCESS"))],
    books: "A 20; B 30",
    beliefs: "A 0; B 30",
    facts: [atOther, moved("charged")],
    sparesOthers: true,
  };
  it.each<[string, Partial<Case>, string]>([
    ["and the first run made that query", {}, "paid-unknown"],
    [
      "and the first run queried an order like it",
      { dryBooks: "T 20", dryFacts: left.dryFacts!.map((fact) => ({ ...fact, reference: "T" })) },
      "paid-unknown",
    ],
    [
      "and the first run queried one of two like it",
      { dryBooks: "S 20; T 20", dryFacts: left.dryFacts!.map((fact) => ({ ...fact, reference: "T" })) },
      "unresolved",
    ],
    ["and the shop leaves it open", { beliefs: "A ?; B 30" }, "unresolved"],
    ["and the shop tells nothing of it", { beliefs: "B 30" }, "unresolved"],
    ["and the first run never asked", { dryFacts: [moved("charged")] }, "unresolved"],
    [
      "and a notice told the first run",
      { dryFacts: [moved("charged"), notice({ status: "SUCCESS" }), query(called("SUCCESS"))] },
      "unresolved",
    ],
    ["and the command failed, or all orders could see the fault", { sparesOthers: false }, "unresolved"],
    [
      "and another fault was its own",
      { facts: [atOther, { ...(called("", undefined, 2) as CallFact), isMutated: true }, moved("charged")] },
      "unresolved",
    ],
    [
      "and that fault was at a call of no order",
      { facts: [{ ...atOther, orderId: undefined, reference: undefined }, moved("charged")] },
      "unresolved",
    ],
    ["and that order was of the same cart", { beliefs: "A 0 cart c; B 30 cart c" }, "unresolved"],
  ])("%s", (_, given, expected) => {
    expect(verdictsOf({ ...left, ...given })).toEqual([expected]);
  });

  it("is told with what the first run did", () => {
    expect(wrongIn(left)[0]!.why).toMatch(
      /In the first run the shop queried it; here another order's fault kept it from that$/,
    );
  });
});

describe("a forged notice", () => {
  it.each<[string, Case, string[]]>([
    [
      "whose amount is believed",
      { books: "A 20", beliefs: "A 120", facts: [...told, notice({ amount: "120.00", status: "SUCCESS" }, "amount")] },
      ["believed-forged"],
    ],
    [
      "that says paid, for an order that nobody paid",
      { books: "A 0", beliefs: "A 20", facts: [notice({ amount: "20.00", status: "SUCCESS" }, "unpaid")] },
      ["believed-forged"],
    ],
    [
      "that says refunded",
      {
        books: "A 20",
        beliefs: "A 20 refunded 20",
        facts: [...told, notice({ amount: "20.00", status: "REFUNDED" }, "status")],
      },
      ["believed-forged"],
    ],
    [
      "for an order that never was",
      {
        beliefs: "A-forged 20",
        facts: [notice({ merchantReference: "A-forged", amount: "20.00", status: "SUCCESS" }, "reference")],
      },
      ["believed-forged"],
    ],
    [
      "that is not believed",
      { books: "A 20", beliefs: "A 20", facts: [...told, notice({ amount: "120.00" }, "amount")] },
      [],
    ],
    [
      "that the service signed by its own mistake",
      {
        books: "A 20",
        beliefs: "A 120",
        facts: [...told, notice({ amount: "120.00", status: "SUCCESS" }, "amount-signed")],
      },
      ["unresolved"],
    ],
  ])("%s", (_, given, expected) => {
    expect(verdictsOf(given)).toEqual(expected);
  });
});

it("a wrong amount that the service signed is told with both amounts and what to compare", () => {
  const [found] = wrongIn({
    books: "A 20",
    beliefs: "A 120",
    facts: [...told, notice({ amount: "120.00", status: "SUCCESS" }, "amount-signed")],
  });
  expect(found?.why).toMatch(
    /^A: a signed notification gave another amount \(120\.00\) than the call that made the order, and the shop believes it\. The books: paid 20\.00 HKD, .*; the shop: paid 120\.00, .*\. Compare a notification's amount with that of your order; if it differs, query the order$/,
  );
});

describe("a cart", () => {
  const dry = { dryBooks: "A 20", dryBeliefs: "A 20 cart c" };
  it.each<[string, Case, string[]]>([
    [
      "charged twice, and the shop knows",
      { ...dry, books: "A 20; B 20", beliefs: "A 20 cart c; B 20 cart c" },
      ["charged-twice"],
    ],
    [
      "charged twice, and the shop knows of one",
      { ...dry, books: "A 20; B 20", beliefs: "B 20 cart c" },
      ["charged-twice", "paid-unknown"],
    ],
    [
      "charged twice, and one taken back",
      { ...dry, books: "A 20; B 20 voided 20", beliefs: "A 20 cart c; B 0 cart c" },
      [],
    ],
    [
      "paid in instalments, as in the dry run",
      {
        dryBooks: "A 10; B 10",
        dryBeliefs: "A 10 cart c; B 10 cart c",
        books: "A 10; B 10",
        beliefs: "A 10 cart c; B 10 cart c",
      },
      [],
    ],
    ["paid under the second reference only", { ...dry, books: "A 0; B 20", beliefs: "A 0 cart c; B 20 cart c" }, []],
    [
      "named anew in each run, charged twice",
      { ...dry, books: "X 20; Y 20", beliefs: "X 20 cart d; Y 20 cart d" },
      ["charged-twice"],
    ],
    [
      "named anew in each run, the first of them not made",
      { dryBooks: "A 20; B 50", dryBeliefs: "A 20 cart c; B 50 cart d", books: "X 50", beliefs: "X 50 cart e" },
      [],
    ],
    [
      "named anew in each run, charged twice where another cart costs as much",
      {
        dryBooks: "A 20; B 20; C 20",
        dryBeliefs: "A 20 cart c; B 20 cart d; C 20 cart d",
        books: "X 20; Y 20",
        beliefs: "X 20 cart e; Y 20 cart e",
      },
      [],
    ],
    [
      "whose name was given to other goods, for the first were not sold",
      { dryBooks: "A 20; B 50", dryBeliefs: "A 20 cart c; B 50 cart d", books: "B 50", beliefs: "B 50 cart c" },
      [],
    ],
    ["in two currencies", { ...dry, books: "A 20; B 20 currency USD", beliefs: "A 20 cart c; B 20 cart c" }, []],
    [
      "refunded once as planned, the refund refused",
      { dryBooks: "A 20 refunded 20", dryBeliefs: "A 20 cart c refunded 20", books: "A 20", beliefs: "A 20 cart c" },
      [],
    ],
    [
      "given back twice, and the shop knows of one refund",
      {
        dryBooks: "A 10 refunded 10; B 10",
        dryBeliefs: "A 10 cart c refunded 10; B 10 cart c",
        books: "A 10 refunded 10; B 10 refunded 10",
        beliefs: "A 10 cart c; B 10 cart c refunded 10",
      },
      ["refunded-twice", "refunded-still-paid"],
    ],
    [
      "given back by the back office, and the return is booked as zero",
      {
        dryBooks: "A 20 refunded 5",
        dryBeliefs: "A 20 cart c refunded 5",
        books: "A 20 refunded 20",
        beliefs: "A 0 cart c",
      },
      [],
    ],
    [
      "given back by the back office, and the shop does not know",
      { ...dry, books: "A 20 refunded 20", beliefs: "A 20 cart c" },
      ["refunded-still-paid"],
    ],
    [
      "one of its orders given back by the back office, and the shop counts the other",
      {
        dryBooks: "A 10; B 10 refunded 10",
        dryBeliefs: "A 10 cart c; B 10 cart c refunded 10",
        books: "A 10 refunded 10; B 10 refunded 10",
        beliefs: "A 10 cart c; B 10 cart c refunded 10",
        facts: [moved("charged"), refundedByHand, byHand, called("REFUNDED", undefined, 10)],
      },
      ["refunded-still-paid"],
    ],
    [
      "voided in the dry run, refunded where the void was refused, and booked as zero",
      { dryBooks: "A 20 voided 20", dryBeliefs: "A 0 cart c", books: "A 20 refunded 20", beliefs: "A 0 cart c" },
      [],
    ],
    [
      "voided in the dry run in two orders, refunded where the voids were refused, and told as all given back",
      {
        dryBooks: "A 10 voided 10; B 10 voided 10",
        dryBeliefs: "A 0 cart c; B 0 cart c",
        books: "A 10 refunded 10; B 10 refunded 10",
        beliefs: "A 0 cart c; B 0 cart c",
      },
      [],
    ],
    ["whose price had risen by then, charged once", { ...dry, books: "A 22", beliefs: "A 22 cart c" }, []],
    [
      "with a fee that was added later, and is believed",
      { ...dry, books: "A 20; B 3", beliefs: "A 20 cart c; B 3 cart c" },
      [],
    ],
    [
      "with a fee as high as the goods, which its price tells",
      { ...dry, books: "A 20; B 20", beliefs: "A 20 cart c price 40; B 20 cart c price 40" },
      [],
    ],
    [
      "sold again at a risen price, and the first is not known",
      { ...dry, books: "A 20; B 22", beliefs: "A 0 cart c; B 22 cart c" },
      ["charged-twice", "paid-unknown"],
    ],
    [
      "sold twice at a risen price that it tells",
      {
        dryBooks: "A 20",
        dryBeliefs: "A 20 cart c price 20",
        books: "A 22; B 22",
        beliefs: "A 22 cart c price 22; B 22 cart c price 22",
      },
      ["charged-twice"],
    ],
    [
      "split in two, and its price fell since",
      {
        dryBooks: "A 10; B 10",
        dryBeliefs: "A 10 cart c price 20; B 10 cart c price 20",
        books: "A 10; B 10",
        beliefs: "A 10 cart c price 18; B 10 cart c price 18",
      },
      [],
    ],
    [
      "split in two parts with a price each",
      {
        dryBooks: "A 10; B 10",
        dryBeliefs: "A 10 cart c price 10; B 10 cart c price 10",
        books: "A 11; B 11",
        beliefs: "A 11 cart c price 11; B 11 cart c price 11",
      },
      [],
    ],
    [
      "split in two in the dry run, and paid at once",
      { dryBooks: "A 10; B 10", dryBeliefs: "A 10 cart c; B 10 cart c", books: "A 20", beliefs: "A 20 cart c" },
      [],
    ],
    [
      "paid at once in the dry run, and split in two",
      { ...dry, books: "A 12; B 8", beliefs: "A 12 cart c; B 8 cart c" },
      [],
    ],
  ])("%s", (_, given, expected) => {
    expect(verdictsOf(given)).toEqual(expected);
  });

  it.each<[string, Case, string[]]>([
    ["nothing was paid", { books: "A 0", beliefs: "A 0 cart c shipped" }, ["shipped-unpaid"]],
    ["another order of the cart was paid", { books: "A 0; B 20", beliefs: "A 0 cart c shipped; B 20 cart c" }, []],
    [
      "the shop sells on account",
      { books: "A 0", beliefs: "A 0 cart c shipped", dryBooks: "A 0", dryBeliefs: "A 0 cart c shipped" },
      [],
    ],
    ["the money went back later", { books: "A 20 refunded 20", beliefs: "A 20 cart c refunded 20 shipped" }, []],
    ...documentedDeliveries.map((name): [string, Case, string[]] => [
      `${name}, as the docs call it`,
      { books: "A 0", beliefs: `A 0 cart c ${name}=1` },
      ["shipped-unpaid"],
    ]),
    ["undelivered, which is no delivery", { books: "A 0", beliefs: "A 0 cart c undelivered=1" }, []],
  ])("whose goods left: %s", (_, given, expected) => {
    expect(verdictsOf(given)).toEqual(expected);
  });
});

describe("a cart of which the first run gives the money back", () => {
  const dry = { dryBooks: "A 20 refunded 20", dryBeliefs: "A 20 cart c refunded 20" };
  /** A call about an order, and the money that it moved. The number is the time and the id. */
  const act = (at: number, reference: string, operation: string, more: Partial<CallFact> = {}): readonly Fact[] => {
    const what = /sale|pay/.test(operation) ? "charged" : operation.endsWith("/void") ? "voided" : "refunded";
    const call = { ...(called("SUCCESS", undefined, at) as CallFact), reference, operation, ms: at, ...more };
    const isMoved = call.responseCode === "0000" && !operation.endsWith("/query");
    return [
      call,
      ...(isMoved ? [{ ...(moved(what) as MoneyFact), reference, amount: call.amount!, ms: at, call: at }] : []),
    ];
  };
  const lost = { fault: "connection-reset", placed: "after-commit" } as const;
  const none = { responseCode: "2001", response: '{"responseCode":"2001"}' };
  const sold = act(1, "A", "tokenization/sale", lost);
  const soldAgain = act(3, "B", "tokenization/sale");
  const refunded = act(5, "A", "hosted-checkout/refund");
  const query = (at: number, more: Partial<CallFact> = {}) => act(at, "A", "hosted-checkout/query", more);
  const one = { books: "A 20 refunded 20; B 20", beliefs: "A 20 cart c refunded 20; B 20 cart c refunded 0" };
  const both = {
    books: "A 20 refunded 20; B 20 refunded 20",
    beliefs: "A 20 cart c refunded 20; B 20 cart c refunded 20",
  };
  it.each<[string, Case, readonly (readonly Fact[])[], string[]]>([
    ["charged again, and the refund is the planned one", one, [sold, soldAgain, refunded], ["charged-twice"]],
    [
      "charged again, though a query had shown the first charge",
      one,
      [sold, query(2), soldAgain, refunded],
      ["charged-twice"],
    ],
    ["charged again after a query that was lost", one, [sold, query(2, lost), soldAgain, refunded], ["charged-twice"]],
    [
      "charged again, and the second charge got the planned refund",
      { books: "A 20; B 20 refunded 20", beliefs: "A 20 cart c refunded 0; B 20 cart c refunded 20" },
      [sold, soldAgain, act(5, "B", "hosted-checkout/refund")],
      ["charged-twice"],
    ],
    [
      "charged again, and a part refunded as planned",
      {
        dryBooks: "A 20 refunded 5",
        dryBeliefs: "A 20 cart c refunded 5",
        books: "A 20 refunded 5; B 20",
        beliefs: "A 20 cart c refunded 5; B 20 cart c refunded 0",
      },
      [sold, soldAgain, refunded],
      ["charged-twice"],
    ],
    [
      "charged again, and only the charges that the shop does not know stay",
      { ...one, beliefs: "A 20 cart c refunded 20; B ? cart c refunded 0" },
      [sold, soldAgain, refunded],
      ["charged-twice", "unresolved"],
    ],
    [
      "charged again for more than the price that it tells",
      {
        dryBooks: dry.dryBooks,
        dryBeliefs: "A 20 cart c refunded 20 price 20",
        books: "A 20 refunded 20; B 21",
        beliefs: "A 20 cart c refunded 20 price 21; B 21 cart c refunded 0 price 21",
      },
      [sold, act(3, "B", "tokenization/sale", { amount: minorUnits(2100) }), refunded],
      ["charged-twice"],
    ],
    ["charged again, and both given back", both, [sold, soldAgain, refunded, act(6, "B", "direct/void")], []],
    [
      "taken back before it was charged again",
      { books: "A 20 voided 20; B 20", beliefs: "A 20 cart c refunded 20; B 20 cart c refunded 0" },
      [sold, act(2, "A", "direct/void"), soldAgain],
      [],
    ],
    [
      "refunded before it was charged again, and the planned refund was refused",
      one,
      [
        sold,
        act(2, "A", "hosted-checkout/refund"),
        soldAgain,
        act(5, "B", "hosted-checkout/refund", { responseCode: "2020" }),
      ],
      [],
    ],
    [
      "charged again, the first taken back, and the planned refund of the second was refused",
      one,
      [sold, soldAgain, refunded, act(6, "B", "hosted-checkout/refund", { responseCode: "2020" })],
      ["unresolved"],
    ],
    [
      "charged again when a query had shown no charge",
      one,
      [sold, query(2, none), soldAgain, refunded],
      ["unresolved"],
    ],
    [
      "paid on two pages",
      one,
      [act(1, "A", "checkout/pay", { by: "shopper" }), act(3, "B", "checkout/pay", { by: "shopper" }), refunded],
      ["unresolved"],
    ],
    [
      "with a fee that came later",
      { books: "A 20 refunded 20; B 3", beliefs: "A 20 cart c refunded 20; B 3 cart c refunded 0" },
      [sold, act(3, "B", "tokenization/sale", { amount: minorUnits(300) }), refunded],
      [],
    ],
    [
      "paid in two parts as planned, and one refund was refused",
      {
        dryBooks: "A 20 refunded 20; B 20 refunded 20",
        dryBeliefs: "A 20 cart c refunded 20; B 20 cart c refunded 20",
        ...one,
      },
      [sold, soldAgain, refunded],
      [],
    ],
    [
      "paid in two parts as planned, the first part sold anew when it was taken back",
      {
        dryBooks: "A 20 refunded 20; B 20 refunded 20",
        dryBeliefs: "A 20 cart c refunded 20; B 20 cart c refunded 20",
        books: "A 20 voided 20; C 20; B 20 refunded 20",
        beliefs: "A 20 cart c refunded 20; C 20 cart c refunded 0; B 20 cart c refunded 20",
      },
      [
        sold,
        act(2, "A", "direct/void"),
        act(3, "C", "tokenization/sale"),
        act(4, "B", "tokenization/sale"),
        act(5, "B", "hosted-checkout/refund"),
      ],
      [],
    ],
  ])("%s", (_, given, facts, expected) => {
    expect(verdictsOf({ ...dry, ...given, facts: facts.flat() })).toEqual(expected);
  });
});

describe("a price that the shop tells", () => {
  const dry = { dryBooks: "A 20", dryBeliefs: "A 20 price 20 shipped cart c" };
  const inParts = {
    dryBooks: "A 12; B 8; C 20",
    dryBeliefs: "A 12 price 20 shipped cart c; B 8 price 20 shipped cart c; C 20 price 20 shipped",
  };
  it.each<[string, Case, string[]]>([
    ["that was charged", { books: "A 20", beliefs: "A 20 price 20 shipped" }, []],
    ["below the charge", { books: "A 24", beliefs: "A 24 price 20 shipped cart c" }, ["amount-differs"]],
    [
      "below the charge of a cart with a new name and a declined order",
      { books: "B 0 asked 20; C 24", beliefs: "B 0 price 20 cart d; C 24 price 20 shipped cart d" },
      ["amount-differs"],
    ],
    ["above the charge, and the goods left", { books: "A 16", beliefs: "A 16 price 20 shipped" }, ["amount-differs"]],
    ["above the charge, and the goods are held", { books: "A 16", beliefs: "A 16 price 20" }, []],
    [
      "below the charge, of which the rest went back",
      { books: "A 24 refunded 4", beliefs: "A 24 price 20 shipped refunded 4" },
      [],
    ],
    [
      "below the charge, and only the refund of the first run was made",
      {
        dryBooks: "A 20 refunded 4",
        dryBeliefs: "A 20 price 20 shipped refunded 4",
        books: "A 24 refunded 4",
        beliefs: "A 24 price 20 shipped refunded 4",
      },
      ["amount-differs"],
    ],
    ["that moved since, though not the charge", { books: "A 20", beliefs: "A 20 price 22 shipped" }, []],
    [
      "that moved since, to that of another purchase",
      {
        dryBooks: "A 20; B 22",
        dryBeliefs: "A 20 price 20 shipped cart c; B 22 price 22 shipped cart d",
        books: "A 20; B 22",
        beliefs: "A 20 price 22 shipped cart c; B 22 price 22 shipped cart d",
      },
      [],
    ],
    [
      "in the currency of the first run, and the charge is in another one",
      {
        books: "A 0 asked 20; B 2.56 currency USD",
        beliefs: "A 0 price 20 cart c; B 2.56 price 20 shipped currency USD cart c",
      },
      [],
    ],
    [
      "before a discount, which the first run shows",
      {
        dryBooks: "A 18; B 20",
        dryBeliefs: "A 18 price 20 shipped; B 20 price 20 shipped",
        books: "A 20; B 18",
        beliefs: "A 20 price 20 shipped; B 18 price 20 shipped",
      },
      [],
    ],
    [
      "of a cart that is paid in two parts in the first run, and in one here",
      { ...inParts, books: "A 12; B 0", beliefs: "A 12 price 20 shipped cart c; B 0 price 20 cart c" },
      [],
    ],
    [
      "above it, beside a cart in two parts",
      { ...inParts, books: "C 24", beliefs: "C 24 price 20 shipped" },
      ["amount-differs"],
    ],
    [
      "below it, beside a cart in two parts, for it may be a part",
      { ...inParts, books: "C 12", beliefs: "C 12 price 20 shipped" },
      [],
    ],
    [
      "above it, in two parts as in the first run",
      { ...inParts, books: "A 12; B 9", beliefs: "A 12 price 20 shipped cart c; B 9 price 20 shipped cart c" },
      ["amount-differs"],
    ],
    [
      "above it in two parts, of which one went back",
      {
        ...inParts,
        books: "A 12; B 9 voided 9",
        beliefs: "A 12 price 20 shipped cart c; B 9 price 20 shipped cart c refunded 9",
      },
      [],
    ],
    [
      "above a first instalment, as in the first run",
      {
        dryBooks: "A 12; B 4; C 20",
        dryBeliefs: inParts.dryBeliefs,
        books: "A 12; B 9",
        beliefs: "A 12 price 20 shipped cart c; B 9 price 20 shipped cart c",
      },
      [],
    ],
    [
      "above it under a new name, which may be that of the cart in two parts",
      { ...inParts, books: "N 24", beliefs: "N 24 price 20 shipped cart n" },
      [],
    ],
  ])("%s", (_, given, expected) => {
    expect(verdictsOf({ ...dry, ...given })).toEqual(expected);
  });

  it("is compared only with charges above it if a cart was paid in parts, and a note says so", () => {
    const { dryBooks, dryBeliefs } = inParts;
    expect(priceNotes({ books: booksOf(dryBooks), beliefs: allBelieved(read<Belief>(dryBeliefs)) })).toEqual([
      "cart c was paid in 2 charges in the first run. So of charges that differ from their price, the judge reports only those above it: less may be a part",
    ]);
  });

  it("names the price, the charge and what became of the rest", () => {
    const [wrong] = wrongIn({ ...dry, books: "A 24", beliefs: "A 24 price 20 shipped cart c" });
    expect(wrong).toMatchObject({
      cart: "c",
      references: ["A"],
      why: "cart c: charged 24.00, its price is 20.00, and the rest was not given back. The shop and the books agree about the charge",
    });
  });

  it.each([
    ["nothing else", 0, 0, 4],
    ["a part of it", 1, 0, 3],
    ["the refund of the first run", 4, 4, 4],
  ])("harms by what was charged above it, if %s went back", (_, refunded, planned, amount) => {
    const book = { paid: 24, refunded, voided: false, currency: "HKD", status: "SUCCESS" } as const;
    const sides = {
      books: { A: { ...book, orderIds: [1] } },
      beliefs: { A: { paid: 24, refunded, price: 20, shipped: true } },
    };
    const harm = harmIn({ verdict: "amount-differs", references: ["A"], ...sides }, { paid: 20, back: planned });
    expect(harm).toEqual({ currency: "HKD", amount });
  });

  it("is compared with nothing if the first run charged another amount, and a note says so", () => {
    const account = {
      books: booksOf({ A: { paid: 18 } }),
      beliefs: allBelieved(read<Belief>("A 18 price 20 shipped")),
    };
    expect(priceNotes(account)).toEqual([
      "A: the price in the beliefs is 20.00, and 18.00 was charged in the first run. So the judge compares no charge with its price. Write as price what is due, with fees and without discounts and gift cards",
    ]);
  });
});

describe("what the shop did", () => {
  const dry = { dryBooks: "A 20", dryBeliefs: "A 20 shipped=1 mailed=1" };
  const ran = (belief: string, book = "20"): Case => ({ ...dry, books: `A ${book}`, beliefs: `A ${belief}` });
  /** Beside another order that was delivered. */
  const besides = (belief: string): Case => ({ ...dry, books: "A 20; B 30", beliefs: `A ${belief}; B 30 shipped=1` });
  /** The cart of the first run was paid twice, and `back` of the first payment went back. */
  const again = (first: string, second: string, back = "voided 20"): Case => ({
    ...{ dryBooks: "A 20", dryBeliefs: "A 20 cart c shipped=1", facts: [] },
    ...{ books: `A 20 ${back}; B 20`, beliefs: `A 0 cart c ${first}; B 20 cart c ${second}` },
  });
  /** Of cart c a part was charged. In the first run all of it was, and a part of cart d, which was given back. */
  const half: Case = {
    dryBooks: "A 20; B 15; C 20 refunded 20; D 0 asked 15",
    dryBeliefs: "A 20 cart c shipped=1; B 15 cart c idle; C 20 cart d refunded 20 idle; D 0 cart d",
    books: "A 20; B 0 asked 15; C 20 refunded 20; D 0 asked 15",
    beliefs: "A 20 cart c idle; B 0 cart c; C 20 cart d refunded 20 idle; D 0 cart d",
  };
  it.each<[string, Case, string[]]>([
    ["once, as planned", ran("20 shipped=1 mailed=1"), []],
    ["shipped twice, paid once", ran("20 shipped=2"), ["fulfilled-twice"]],
    [
      "shipped once for each of two orders of a cart, one of them paid",
      {
        dryBooks: "A 20",
        dryBeliefs: "A 20 cart c shipped=1",
        books: "A 20; B 0",
        beliefs: "A 20 cart c shipped=1; B 0 shipped=1 cart c",
      },
      ["fulfilled-twice"],
    ],
    [
      "in two parcels, as planned",
      { dryBooks: "A 20", dryBeliefs: "A 20 shipped=2", books: "A 20", beliefs: "A 20 shipped=2" },
      [],
    ],
    [
      "in a parcel for a payment that was voided, and in one for the next",
      again("shipped=1", "shipped=1"),
      ["fulfilled-twice"],
    ],
    ["in two parcels for the payment after a voided one", again("idle", "shipped=2"), ["fulfilled-twice"]],
    [
      "in a parcel for a voided payment that came back, and in one for the next",
      again("shipped=1 returned=1", "shipped=1"),
      [],
    ],
    ...["shipment_stopped", "unshipped", "parcel_intercepted", "access_removed"].map(
      (name): [string, Case, string[]] => [
        `in a parcel for a voided payment that was taken back (${name}), and in one for the next`,
        again(`shipped=1 ${name}=1`, "shipped=1"),
        [],
      ],
    ),
    [
      "in two parcels that the shop means, for the payment after a voided one",
      { ...again("idle", "idle"), beliefs: "A 0 cart c; B 20 cart c shipped=2/2" },
      [],
    ],
    ["in one parcel, for the payment after a voided one", again("idle", "shipped=1"), []],
    ["with an invoice for a voided payment, and one for the next", again("invoiced=1", "shipped=1 invoiced=1"), []],
    [
      "in a parcel for a payment that the back office gave back, and in one for the next",
      {
        ...again("shipped=1", "shipped=1", "refunded 20"),
        beliefs: "A 20 refunded 20 cart c shipped=1; B 20 cart c shipped=1",
        facts: [byHand, { ...(moved("refunded") as MoneyFact), call: 9 }],
      },
      [],
    ],
    [
      "in a parcel for each of two payments, one of which the first run gave back, too",
      {
        ...again("shipped=1", "shipped=1"),
        dryBooks: "A 20 voided 20; B 20",
        dryBeliefs: "A 0 cart c shipped=1; B 20 cart c shipped=1",
      },
      [],
    ],
    ["in two parcels, as the shop says that it means", ran("20 shipped=2/2"), []],
    ["in three parcels, though the shop means two", ran("20 shipped=3/2"), ["fulfilled-twice"]],
    ["mailed twice", ran("20 shipped=1 mailed=2"), ["fulfilled-twice"]],
    [
      "mailed twice, though a query before the payment found no order",
      {
        ...ran("20 shipped=1 mailed=2"),
        facts: [{ ...called("OPEN"), operation: "hosted-checkout/query", responseCode: "2001" } as Fact],
      },
      ["fulfilled-twice"],
    ],
    ["mailed once more, for the money went back", ran("20 refunded 20 shipped=1 mailed=2", "20 refunded 20"), []],
    ["nothing, and the money was kept", ran("20 idle"), ["kept-unfulfilled"]],
    ["a mail alone", ran("20 mailed=1"), ["kept-unfulfilled"]],
    ["shipped: false", ran("20 not-shipped"), ["kept-unfulfilled"]],
    ["what no order of the run tells", ran("20"), ["unresolved"]],
    ["what it does not tell, though it does of another order", besides("20"), ["kept-unfulfilled"]],
    ["what the first run told of no such order", { ...besides("20"), dryBeliefs: "A 20" }, []],
    ["what waits, for its goods are sold out", ran("20 backordered=1"), ["unresolved"]],
    ["nothing, for the money went back", ran("20 refunded 20 idle", "20 refunded 20"), []],
    ["nothing, for nobody paid", { ...dry, books: "A 0", beliefs: "A 0 idle" }, []],
    [
      "nothing, for a false notification came",
      { ...ran("20 idle"), facts: [moved("charged"), called("SUCCESS"), notice({}, "amount")] },
      ["unresolved"],
    ],
    [
      "nothing, for the back office gave most of it back",
      {
        ...ran("20 refunded 19.5 idle", "20 refunded 19.5"),
        facts: [byHand, { ...(moved("refunded") as MoneyFact), call: 9 }],
      },
      ["unresolved"],
    ],
    [
      "nothing, for the second half of the cart was declined",
      {
        dryBooks: "A 20; B 20",
        dryBeliefs: "A 20 cart c shipped=1; B 20 cart c idle",
        books: "A 20; B 0",
        beliefs: "A 20 cart c idle; B 0 cart c",
      },
      ["unresolved"],
    ],
    ["nothing, and nobody gave half a cart back, as the first run did for another", half, ["kept-unfulfilled"]],
    [
      "nothing, and the first run gave back a whole cart, which was paid at the second attempt",
      {
        ...half,
        dryBooks: "A 20; B 15; C 0 asked 35; D 35 refunded 35",
        dryBeliefs: "A 20 cart c shipped=1; B 15 cart c idle; C 0 cart d; D 35 cart d refunded 35 idle",
      },
      ["unresolved"],
    ],
    [
      "nothing, and the first run gave back a whole cart, whose second payment was declined",
      {
        ...half,
        dryBooks: "A 20; B 15; C 35 refunded 35; D 0 asked 35",
        dryBeliefs: "A 20 cart c shipped=1; B 15 cart c idle; C 35 cart d refunded 35 idle; D 0 cart d",
      },
      ["unresolved"],
    ],
    [
      "nothing, and the refund of half a cart was refused",
      { ...half, facts: [{ ...called("SUCCESS"), operation: "tokenization/refund", responseCode: "2020" } as Fact] },
      ["unresolved"],
    ],
    [
      "names that are given by who comes first",
      {
        dryBooks: "A 20; B 30",
        dryBeliefs: "A 20 shipped=1; B 30 shipped=3",
        books: "A 30; B 20",
        beliefs: "A 30 shipped=3; B 20 shipped=1",
      },
      [],
    ],
    [
      "names that are drawn anew, one of two that cost the same twice",
      {
        dryBooks: "A 20; B 20",
        dryBeliefs: "A 20 cart a shipped=1; B 20 cart b shipped=2",
        books: "C 20; D 20",
        beliefs: "C 20 cart c shipped=2; D 20 cart d shipped=3",
      },
      ["fulfilled-twice"],
    ],
    [
      "a licence for nothing",
      { dryBooks: "A 20", dryBeliefs: "A 20 licences=1", books: "A 0", beliefs: "A 0 licences=1" },
      ["shipped-unpaid"],
    ],
    [
      "reserved alone, and the money was kept",
      { dryBooks: "A 20", dryBeliefs: "A 20 reserved=1 shipped=1", books: "A 20", beliefs: "A 20 reserved=1" },
      ["kept-unfulfilled"],
    ],
  ])("%s", (_, given, expected) => {
    expect(verdictsOf(given)).toEqual(expected);
  });

  it("nothing, for the back office gave some of it back, and is told to decide", () => {
    const facts = [byHand, { ...(moved("refunded") as MoneyFact), call: 9 }];
    const [wrong] = wrongIn({ ...ran("20 refunded 19.5 idle", "20 refunded 19.5"), facts });
    expect(wrong!.why).toMatch(/gave some of it back: deliver, or give the rest back, as you decide$/);
  });

  it.each<[string, Written, Belief, string[]]>([
    ["another user's card was charged", { paid: 20, user: "user2" }, { paid: 20, user: "user1" }, ["wrong-payer"]],
    ["it was given back", { paid: 20, voided: 20, user: "user2" }, { paid: 0, user: "user1" }, []],
    ["the right one was charged", { paid: 20, user: "user1" }, { paid: 20, user: "user1" }, []],
    ["the right one was charged, spelt otherwise", { paid: 20, user: "USER1" }, { paid: 20, user: "user1" }, []],
    ["the page was paid by nobody's card", { paid: 20 }, { paid: 20, user: "user1" }, []],
  ])("for a user: %s", (_, book, belief, expected) => {
    expect(verdictsOf({ books: { A: book }, beliefs: { A: belief } })).toEqual(expected);
  });
});
