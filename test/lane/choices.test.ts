import { describe, expect, it } from "vitest";
import { assumptions, defaultPolicy, type Policy } from "../../src/core/facts/assumptions.js";
import { limits } from "../../src/core/facts/limits.js";
import { transitions } from "../../src/core/facts/transitions.js";
import {
  assume,
  Choices,
  freesReferences,
  inForce,
  nothingObserved,
  policyOf,
  toldOf,
} from "../../src/lane/choices.js";
import { assumptionSummaries } from "../../src/lane/explain/assumptions.js";
import { sourceRows, sourceSummaries, sourceText } from "../../src/lane/explain/sources.js";
import { SqliteStore } from "../../src/lane/store/sqlite/sqlite-store.js";

const otherOf = (id: keyof Policy) => assumptions.find((row) => row.id === id)!.choices[1] as never;

describe("the choices in force", () => {
  it("are the server's where a lane chose nothing, and the lane's over them", () => {
    const choices = new Choices(defaultPolicy);
    expect(choices.inForce({})).toBe(choices.ofServer);
    expect(choices.ofServer.policy).toEqual(defaultPolicy);
    expect(choices.inForce({ assumptions: { cancel: "cancelled" } }).policy).toEqual({
      ...defaultPolicy,
      cancel: "cancelled",
    });
    expect(choices.unwatched({ assumptions: { cancel: "cancelled" } }).cancel).toBe("cancelled");
  });

  it("are the same object for the same choices, in whatever order they were made", () => {
    const choices = new Choices(defaultPolicy);
    const [a, b] = [{ cancel: "cancelled", "date-spelling": otherOf("date-spelling") }, { cancel: "closed" }] as const;
    const reversed = Object.fromEntries(Object.entries(a).reverse());
    const made = choices.inForce({ assumptions: a });
    expect(choices.inForce({ assumptions: a })).toBe(made);
    expect(choices.inForce({ assumptions: { ...a } })).toBe(made);
    expect(choices.inForce({ assumptions: reversed })).toBe(made);
    expect(choices.inForce({ assumptions: b })).not.toBe(made);
  });

  it("tell a watcher of each that is looked at and that the lane did not choose itself", () => {
    const looked: string[] = [];
    const choices = new Choices(defaultPolicy, {}, (id) => looked.push(id));
    const { policy } = choices.inForce({ assumptions: { cancel: "cancelled" } });
    expect([policy.cancel, policy["date-spelling"]]).toEqual(["cancelled", defaultPolicy["date-spelling"]]);
    expect((policy as unknown as Record<string, unknown>).nothing).toBeUndefined();
    expect(looked).toEqual(["date-spelling"]);
    expect(choices.unwatched({}).cancel).toBe(defaultPolicy.cancel);
    expect(looked).toHaveLength(1);
  });
});

describe("a code", () => {
  const code = (
    over: Partial<Policy> = {},
    own = {},
    name: Parameters<Choices["ofServer"]["code"]>[0] = "order-not-found",
  ) => new Choices({ ...defaultPolicy, ...over }, own).ofServer.code(name);

  it("is the table's", () => {
    expect(code()).toMatchObject({
      ...{ code: "2001", message: "order not found", http: 200, isUsersMessage: false, isSeen: false },
    });
  });

  it.each<[object, object]>([
    [{ code: "77" }, { code: "77", message: "order not found", isUsersMessage: false }],
    [{ message: "gone" }, { code: "2001", message: "gone", isUsersMessage: true }],
    [
      { code: "77", message: "" },
      { code: "77", message: "", isUsersMessage: true },
    ],
  ])("is the user's own where it is said: %j", (own, expected) => {
    expect(code({}, { "order-not-found": own })).toMatchObject(expected);
  });

  it("is renumbered where that was chosen, but for messages that clients were seen to read", () => {
    const other = { "response-codes": otherOf("response-codes") };
    expect(code(other)).toMatchObject({ code: "5001", message: "ORDER_NOT_FOUND", http: 200 });
    expect(code(other, {}, "invalid-signature")).toMatchObject({ code: "4002", message: "invalid signature" });
  });

  it("of a fault of the envelope is HTTP's own, or 200 where that was chosen", () => {
    expect(code({}, {}, "wrong-method")).toMatchObject({ code: "1405", http: 405 });
    expect(code({ "envelope-faults": "http-200" }, {}, "wrong-method")).toMatchObject({ code: "1405", http: 200 });
    expect(code({ "envelope-faults": "http-200" })).toMatchObject({ http: 200, code: "2001" });
    expect(code({ "response-codes": otherOf("response-codes") }, {}, "wrong-method")).toMatchObject({ code: "1405" });
  });

  it("was seen where a calibration saw it", () => {
    const observed = { choices: {}, codes: new Set(["order-not-found"] as const) };
    const { code } = new Choices(defaultPolicy, {}, undefined, observed).ofServer;
    expect([code("order-not-found").isSeen, code("maintenance").isSeen]).toEqual([true, false]);
  });
});

describe("what was observed", () => {
  const observed = {
    ...nothingObserved,
    choices: { cancel: "cancelled", settlement: "daily", "date-spelling": defaultPolicy["date-spelling"] },
  };
  const policy: Policy = { ...defaultPolicy, cancel: "cancelled" };
  const choices = new Choices(policy, {}, undefined, observed);

  it("holds until a lane chooses otherwise; what nobody can choose holds always", () => {
    expect([...choices.ofServer.observed].sort()).toEqual(["cancel", "date-spelling", "settlement"]);
    expect([...choices.inForce({ assumptions: { cancel: "closed" } }).observed].sort()).toEqual([
      ...["date-spelling", "settlement"],
    ]);
    const told = choices.told({ assumptions: { cancel: "closed" } });
    expect([told.policy.cancel, [...told.observed].sort()]).toEqual(["closed", ["date-spelling", "settlement"]]);
  });

  it("is told in the register, with what was chosen", () => {
    const told = assumptionSummaries(choices.told({}));
    expect(told.map(({ id }) => id)).toEqual(assumptions.map(({ id }) => id));
    const of = (id: string) => told.find((row) => row.id === id);
    expect(of("cancel")).toMatchObject({ chosen: "cancelled", status: "observed" });
    expect(of("response-codes")).toMatchObject({ chosen: defaultPolicy["response-codes"], status: "assumed" });
    for (const row of told) expect(row.choices, row.id).toContain(row.chosen);
    const [only, ...others] = assumptionSummaries(choices.told({}), ["cancel"]);
    expect([only?.id, others]).toEqual(["cancel", []]);
    expect(assumptionSummaries(choices.told({}), [])).toEqual([]);
  });
});

describe("a lane that chooses", () => {
  const laneOf = () => {
    const store = new SqliteStore({ seed: 1 });
    return { store, choices: new Choices(defaultPolicy) };
  };

  it("adds to what it chose before; what is undefined says nothing", async () => {
    const lane = laneOf();
    await assume(lane, { cancel: "cancelled", "date-spelling": otherOf("date-spelling") });
    await assume(lane, { cancel: "closed", "date-spelling": undefined });
    const expected = { cancel: "closed", "date-spelling": otherOf("date-spelling") };
    expect((await lane.store.views.lane()).assumptions).toEqual(expected);
    expect(await policyOf(lane)).toEqual({ ...defaultPolicy, ...expected });
    expect((await inForce(lane)).policy).toEqual({ ...defaultPolicy, ...expected });
    expect((await toldOf(lane)).policy.cancel).toBe("closed");
    expect((await lane.store.views.lane()).reusesReferences).toBeUndefined();
    await lane.store.close();
  });

  it.each(["free-after-closed", "replace-open", "return-existing-while-open"] as const)(
    "remembers that references could be used again: %s",
    async (choice) => {
      const lane = laneOf();
      await assume(lane, { "duplicate-reference": choice });
      await assume(lane, { "duplicate-reference": "refuse" });
      expect((await lane.store.views.lane()).reusesReferences).toBe(true);
      await lane.store.close();
    },
  );

  it("remembers it also where the server chose it before", async () => {
    const lane = laneOf();
    const choices = new Choices({ ...defaultPolicy, "duplicate-reference": "free-after-closed" });
    await assume({ ...lane, choices }, { "duplicate-reference": "refuse" });
    expect((await lane.store.views.lane()).reusesReferences).toBe(true);
    await lane.store.close();
  });

  it("knows which choices free a reference", () => {
    const { choices } = assumptions.find(({ id }) => id === "duplicate-reference")!;
    const free = choices.filter((choice) =>
      freesReferences({ ...defaultPolicy, "duplicate-reference": choice as Policy["duplicate-reference"] }),
    );
    expect([...free].sort()).toEqual(["free-after-closed", "replace-open", "return-existing-while-open"]);
  });
});

describe("the sources", () => {
  it("are of every parameter, limit, transition and member, each with its kind", () => {
    const of = (kind: string) => sourceRows.filter((row) => row.kind === kind);
    expect(of("limit").map(({ of, name }) => [of, name])).toEqual(Object.keys(limits).map((name) => ["", name]));
    expect(of("transition").map(({ of, name }) => [of, name])).toEqual(
      transitions.map(({ from, to, by }) => ["", `${from} → ${to} by ${by}`]),
    );
    expect(of("parameter")).toContainEqual(expect.objectContaining({ of: "hosted-checkout/create", name: "amount" }));
    expect(new Set(of("answer").map(({ of }) => of))).toContain("refusal");
    expect(of("notification").length).toBeGreaterThan(0);
    expect(of("parameter").length + of("answer").length + of("limit").length).toBe(
      sourceRows.length - of("transition").length - of("notification").length,
    );
  });

  it("are told as a text", () => {
    expect(sourceText({ kind: "assumed", id: "cancel" } as never)).toBe("assumed: cancel");
    expect(sourceText({ kind: "spec", ref: "4.1 amount" } as never)).toBe("spec 4.1 amount");
    expect(sourceSummaries()).toEqual(sourceRows.map((row) => ({ ...row, source: sourceText(row.source) })));
    expect(sourceSummaries().length).toBeGreaterThan(50);
  });
});
