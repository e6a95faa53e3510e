import { describe, expect, it } from "vitest";
import { assumptions, defaultPolicy, type Policy } from "../../../src/core/facts/assumptions.js";
import { answersByItself, operationRow, operations } from "../../../src/core/scenario/values/operations.js";
import { decide } from "../../../src/lane/commands/command-table.js";
import { endpoints } from "../../../src/server/payment-api/endpoints/index.js";
import { operationRows } from "../../../src/tools/coverage/asked.js";
import { cellName, cellsUnder, refusalsUnder } from "../../../src/tools/coverage/cells.js";
import { coverageOf, coverageSchema, coverageText } from "../../../src/tools/coverage/coverage.js";
import { cellsReachedIn } from "../../../src/tools/coverage/reached.js";
import { created, requests, sold } from "../../support/client.js";
import { startTestSandbox } from "../../support/sandbox.js";

const namesUnder = (policy: Policy, domain?: Parameters<typeof cellsUnder>[1]): readonly string[] =>
  cellsUnder(policy, domain).map(cellName);
const known = namesUnder(defaultPolicy);

describe("the cells", () => {
  it("are what the domain does, each once", () => {
    expect(known.length).toBeGreaterThan(40);
    expect(new Set(known).size).toBe(known.length);
    const ofRefund = known.filter((name) => name.startsWith("refund-order"));
    expect(ofRefund).toEqual([
      "refund-order none refusal",
      "refund-order OPEN refusal",
      ...["approve", "decline", "refusal"].map((outcome) => `refund-order SUCCESS ${outcome}`),
      "refund-order REFUNDED refusal",
      "refund-order VOIDED refusal",
      "refund-order CLOSED refusal",
      ...["approve", "decline", "refusal"].map((outcome) => `refund-order SETTLED ${outcome}`),
    ]);
  });

  it("have no action on the page of nothing", () => {
    expect(known.filter((name) => /^(pay|cancel|open)-order none/.test(name))).toEqual([]);
  });

  it("gain a state where a choice makes one", () => {
    const added = namesUnder({ ...defaultPolicy, cancel: "cancelled" }).filter((name) => !known.includes(name));
    expect(added).toContain("void-order CANCELLED refusal");
    expect(added.every((name) => name.includes("CANCELLED"))).toBe(true);
  });

  it("lose what an operation did that is gone", () => {
    const operations = operationRows.filter(([, asked]) => asked !== "void-order");
    expect(namesUnder(defaultPolicy, { operations, decide })).toEqual(known.filter((name) => !/^void/.test(name)));
  });

  it("gain an outcome that the domain has more", () => {
    const declining: typeof decide = (command, before, c) =>
      command.kind === "cancel-order" && before.order && !c.answer.approved
        ? decide({ kind: "refund-order", amount: before.order.amount }, before, c)
        : decide(command, before, c);
    const added = namesUnder(defaultPolicy, { operations: operationRows, decide: declining });
    expect(added.filter((name) => !known.includes(name))).toContain("cancel-order SUCCESS decline");
  });

  it("are asked for as the endpoints ask", async () => {
    const given: Record<string, object> = {
      "tokenization/sale": requests.sale(),
      "tokenization/recurring": requests.recurring(),
      "hosted-checkout/recurring": { ...requests.recurring(), parentOrderId: 1, lineItems: [] },
    };
    const asked = new Map(operationRows);
    for (const { path, params, command } of endpoints) {
      const all = { ...requests.create(), orderId: 1, userId: "user1", tokenId: 351, ...given[path] };
      const read = params(defaultPolicy)({ ...all, paymentType: "ALIPAYHK", paymentTerminal: "WAP" });
      expect([path, read.problems]).toEqual([path, undefined]);
      expect([path, read.problems ?? command(read.data).kind]).toEqual([path, asked.get(path)]);
    }
  });
});

describe("what was reached", () => {
  it("is read from the journal: a lost answer reaches nothing", async () => {
    await using sandbox = await startTestSandbox();
    const { client, lane } = await sandbox.lane("covered");
    const { id: orderId } = await sold(client);
    const refund = (amount: number) => client("hosted-checkout/refund", { merchantId: 3, orderId, amount });
    await refund(51);
    await refund(50);
    await refund(50);
    await created(client);
    await client("tokenization/sale", requests.sale(), { headers: { "X-Sandbox-Outcome": "lost-card" } });
    await client("hosted-checkout/query", { merchantId: 3, orderId, nothing: 1 });
    const cells = await cellsReachedIn(lane);
    expect([...cells].sort()).toEqual([
      "charge-token none approve",
      "charge-token none decline",
      "create-order none approve",
      "query-order REFUNDED approve",
      "refund-order REFUNDED refusal",
      "refund-order SUCCESS approve",
      "refund-order SUCCESS refusal",
    ]);
    const coverage = coverageOf(cells, defaultPolicy);
    expect(coverageText(coverage)).toBe(`7 of ${known.length} cells (operation × order state × outcome)`);
    expect(coverageSchema.parse(coverage)).toEqual(coverage);
  });
});

describe("the refusals of an operation", () => {
  const under = assumptions
    .flatMap(({ id, choices }) => choices.map((choice): Policy => ({ ...defaultPolicy, [id]: choice })))
    .map(refusalsUnder);
  it.each(operations)("%s: are those of its row, under some choice", (operation) => {
    const met = new Set(under.flatMap((refusals) => refusals(operation)));
    expect([...met].filter((name) => !answersByItself(operation, name))).toEqual([]);
    // A query is not decided: it finds its order or not.
    const asked = /query$|open$/.test(operation) ? [] : operationRow(operation).refusals;
    expect(asked.filter((name) => !met.has(name))).toEqual([]);
  });
});
