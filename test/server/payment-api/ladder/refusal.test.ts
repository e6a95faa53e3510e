import { describe, expect, it } from "vitest";
import { instant } from "../../../../src/core/domain/money.js";
import { type AssumptionId, defaultPolicy } from "../../../../src/core/facts/assumptions.js";
import { type AnswerName, allCodes, type OwnCodes } from "../../../../src/core/facts/codes.js";
import { Choices, type InForce } from "../../../../src/lane/choices.js";
import type { Lane } from "../../../../src/lane/lane.js";
import type { Endpoint } from "../../../../src/server/payment-api/endpoints/endpoint.js";
import { answerFor, refusalAnswer } from "../../../../src/server/payment-api/ladder/refusal.js";

const inForce = (
  codes: OwnCodes = {},
  observed: readonly AssumptionId[] = [],
  seenCodes: readonly AnswerName[] = [],
): InForce =>
  new Choices(defaultPolicy, codes, undefined, {
    choices: Object.fromEntries(observed.map((id) => [id, defaultPolicy[id as "cancel"]])),
    codes: new Set(seenCodes),
  }).ofServer;

describe("a refusal's message", () => {
  it.each<[AnswerName, string | undefined, OwnCodes, string]>([
    ["order-not-found", undefined, {}, "order not found"],
    ["token-not-found", "tokenId 1", {}, "token not found: tokenId 1"],
    ["token-not-found", "tokenId 1", { "token-not-found": { message: "no card" } }, "no card"],
    ["token-not-found", "tokenId 1", { "token-not-found": { code: "9" } }, "token not found: tokenId 1"],
    ["invalid-signature", "anything", {}, "invalid signature"],
    ["no-public-key", "anything", {}, "no public key"],
    ["invalid-parameter", "", {}, "invalid parameter: "],
  ])("of %s with the detail %j: %j", (name, detail, codes, message) => {
    const { body, responseCode } = refusalAnswer(inForce(codes), name, { detail });
    expect(JSON.parse(body)).toEqual({ responseCode, message });
    expect(responseCode).toBe(codes[name]?.code ?? allCodes[name].code);
  });
});

describe("what a refusal rests on", () => {
  it.each(Object.keys(allCodes) as AnswerName[])("is the guess about the code alone, of %s", (name) => {
    const { source } = allCodes[name];
    expect(refusalAnswer(inForce(), name).assumed).toEqual([source.kind === "assumed" ? source.id : "response-codes"]);
    expect(refusalAnswer(inForce(), name).observed).toBeUndefined();
  });

  it("is told apart where a calibration saw it", () => {
    const assumes = ["expired-token"] as const;
    const observed = (ids: readonly AssumptionId[], codes: readonly AnswerName[] = []) =>
      refusalAnswer(inForce({}, ids, codes), "token-expired", { assumes }).observed;
    expect(refusalAnswer(inForce(), "token-expired", { assumes }).assumed).toEqual(["response-codes", "expired-token"]);
    expect(observed(["expired-token"])).toEqual(["expired-token"]);
    expect(observed([], ["token-expired"])).toEqual(["response-codes"]);
    expect(observed(["expired-token"], ["token-expired"])).toEqual(["response-codes", "expired-token"]);
    expect(observed(["response-codes" as AssumptionId, "cancel"])).toBeUndefined();
  });
});

describe("the answer to a result", () => {
  const lane = { baseUrl: "http://localhost:4655/lane/x" } as Lane;
  const endpoint = (assumed?: Endpoint["assumed"], assumedFor?: Endpoint["assumedFor"]) =>
    ({
      project: (_: unknown, { now, lane }: object & { now: number; lane: Lane }) => ({ now, baseUrl: lane.baseUrl }),
      assumed,
      assumedFor,
    }) as unknown as Endpoint;
  const answered = (result: object, to = endpoint(), by = inForce()) =>
    answerFor(lane, to)(result as never, instant(5), by);

  it("of what went well is the endpoint's own, at its time and place", () => {
    const told = '{"now":5,"baseUrl":"http://localhost:4655/lane/x"}';
    expect(answered({ kind: "tokens" })).toEqual({ http: 200, responseCode: "0000", body: told, assumed: [] });
    const resting = answered({ kind: "tokens" }, endpoint(["stan", "cancel"]), inForce({}, ["cancel"]));
    expect(resting).toEqual({
      http: 200,
      responseCode: "0000",
      body: told,
      assumed: ["stan", "cancel"],
      observed: ["cancel"],
    });
    expect(
      answered(
        { kind: "tokens" },
        endpoint(["cancel"], () => ["stan"]),
      ).assumed,
    ).toEqual(["cancel", "stan"]);
  });

  it("of what was refused says why", () => {
    expect(answered({ kind: "refused", reason: "token-not-found", detail: "tokenId 1" })).toEqual({
      http: 200,
      responseCode: "2009",
      body: '{"responseCode":"2009","message":"token not found: tokenId 1"}',
      assumed: ["response-codes"],
    });
  });

  it("of what was declined rests on what becomes of its order too", () => {
    const declined = { kind: "declined", decline: "lost-card" };
    expect(answered(declined)).toMatchObject({
      http: 200,
      assumed: ["response-codes", "declined-token-order"],
      observed: [],
    });
    expect(JSON.parse(answered(declined).body)).toEqual({ responseCode: "3041", message: "declined: lost card" });
    expect(answered(declined, endpoint(), inForce({}, ["declined-token-order"])).observed).toEqual([
      "declined-token-order",
    ]);
    expect(answered(declined, endpoint(), inForce({}, ["declined-token-order"], ["lost-card"])).observed).toEqual([
      "response-codes",
      "declined-token-order",
    ]);
  });

  it("that a rule puts in is that rule's, and rests on nothing", () => {
    expect(answered({ kind: "forced", responseCode: "77", message: "own" })).toEqual({
      http: 200,
      responseCode: "77",
      body: '{"responseCode":"77","message":"own"}',
      assumed: [],
    });
  });

  it("that is lost is none", () => {
    expect(answered({ kind: "lost" })).toEqual({ http: 0, responseCode: "", body: "", assumed: [] });
  });
});
