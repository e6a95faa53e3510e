import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { readCalibration } from "../../../src/server/options/calibration.js";
import { startSandbox } from "../../../src/tools/library/sandbox.js";
import { calibrationFromLog } from "../../../src/tools/trust/from-log/from-log.js";
import { scenarioText } from "../../../src/tools/trust/import/import.js";
import { ownAnswers } from "../../../src/tools/trust/import/own-answers.js";
import { guessesOfRecording } from "../../../src/tools/trust/issue/from-recording.js";
import type { Recorded } from "../../../src/tools/trust/recording/exchange.js";
import { compareRecording, comparison } from "../../../src/tools/trust/replay/compare.js";
import { Replayer } from "../../../src/tools/trust/replay/replayer.js";
import { lineItems, requests } from "../../support/client.js";
import { ofFile } from "../../support/of-file.js";
import { control, startTestSandbox, testFolder } from "../../support/sandbox.js";

const service = ofFile(await startTestSandbox({ signature: "off" }));

/** What the service answers to a call, as `record` writes it. */
async function recorded(
  url: string,
  operation: string,
  params: object,
  at = "2026-01-05T02:00:00Z",
): Promise<Recorded> {
  const request = JSON.stringify({ request: JSON.stringify(params), signature: "***" });
  const answer = await fetch(`${url}/${operation}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: request,
  });
  const response = { status: answer.status, contentType: "application/json", body: await answer.text() };
  return { at, durationMs: 5, method: "POST", path: `/${operation}`, request, response };
}

const long = "x".repeat(3000);
const odd: Readonly<Record<string, readonly unknown[]>> = {
  merchantId: [0, -1, 1.5, "", "abc", 1e12, 2_147_483_648, null, true, [3], long],
  userId: ["", long, 7, null, "*", "/a", "/(/", "a\nb", {}],
  tokenId: [0, -1, 1.5, "", "abc", 1e12, 9_999_999, null],
  merchantReference: ["", long, 7, "*", "/a", "/(/", "a\nb", null, `${"(".repeat(200)}*`],
  amount: [0, -1, 1e22, "1,0", null],
  currency: ["hkd", "", null, 7],
};
const calls = {
  "tokenization/sale": () => ({ ...requests.sale(), lineItems }),
  "hosted-checkout/create": () => ({ ...requests.create(), lineItems }),
  "tokenization/delete-token": () => ({ merchantId: 3, userId: "user1", tokenId: 351 }),
  "hosted-checkout/refund": () => ({ merchantId: 3, merchantReference: "none", amount: 1 }),
} as const;

const cases = [
  ["tokenization/sale", "tokenId"],
  ["tokenization/sale", "merchantReference"],
  ["tokenization/sale", "amount"],
  ["hosted-checkout/create", "merchantReference"],
  ["hosted-checkout/create", "currency"],
  ["tokenization/delete-token", "merchantId"],
  ["tokenization/delete-token", "userId"],
  ["hosted-checkout/refund", "amount"],
] as const;

it.each(cases)(
  "a recording with %s that was refused for its %s is imported, compares alike, and settles what it can",
  async (operation, member) => {
    const { url } = await service.lane();
    const history: Recorded[] = [];
    for (const value of odd[member]!)
      history.push(await recorded(url, operation, { ...calls[operation](), [member]: value }));
    const { calls: read, calibration } = await calibrationFromLog({ recorded: history, target: url, now: 0 });
    expect(read).toBeGreaterThan(0);
    using folder = testFolder();
    const file = join(folder.path, "calibration.json");
    writeFileSync(file, JSON.stringify(calibration));
    expect(readCalibration(file)).toEqual(calibration);
    const { compared, differing } = await compareRecording(history);
    expect({ compared, differing }).toEqual({ compared: history.length, differing: [] });
    const text = scenarioText(history, { name: "refused", own: await ownAnswers(history) });
    await using sandbox = await startSandbox();
    await (await sandbox.lane()).load(parse(text));
  },
);

/** A call whose answer the shop never saw. */
const withoutAnswer = ({ response: _, ...call }: Recorded): Recorded => ({ ...call, fault: "ECONNRESET" });

it.each([
  ["sale", "carried out", 1],
  ["sale", "not carried out", 0],
  ["refund", "carried out", 1],
  ["refund", "not carried out", 0],
] as const)("a %s whose answer was lost, and that was %s, makes no false difference", async (kind, done, repeated) => {
  const { url } = await service.lane();
  const merchantReference = "L-1";
  const named = { merchantId: 3, merchantReference };
  const made = { ...requests.sale(), lineItems, merchantReference };
  const isSale = kind === "sale";
  const steps: readonly (readonly [operation: string, params: object, isLost?: boolean])[] = [
    ["tokenization/sale", made, isSale],
    ...(isSale ? [] : [["hosted-checkout/refund", { ...named, amount: 10 }, true] as const]),
    ["hosted-checkout/query", named],
    ["hosted-checkout/refund", { ...named, amount: 5 }],
  ];
  const history: Recorded[] = [];
  for (const [i, [operation, params, isLost = false]] of steps.entries()) {
    const to = isLost && done === "not carried out" ? `${url}/nowhere` : url;
    const call = { ...(await recorded(to, operation, params, `2026-01-05T02:00:0${i}Z`)), path: `/${operation}` };
    history.push(isLost ? withoutAnswer(call) : call);
  }
  const compared = history.length - 1;
  expect(await compareRecording(history)).toEqual({ calls: history.length, compared, differing: [], repeated });
  await using replayer = await Replayer.start();
  const { next, counts } = comparison(await replayer.lane());
  for (const [i, call] of history.entries()) expect(await next(call, i + 1)).toEqual([]);
  expect(counts).toEqual({ compared, differing: 0, repeated });
  expect(await guessesOfRecording(history)).toEqual([]);
});

it.each([
  ["not passed on", "/nowhere", 0],
  ["carried out", "", 1],
])("a refund that a gateway answered, and that was %s, makes no later difference", async (_, to, repeated) => {
  const { url } = await service.lane();
  const named = { merchantId: 3, merchantReference: "G-1" };
  const made = { ...requests.sale(), lineItems, merchantReference: "G-1" };
  const sold = await recorded(url, "tokenization/sale", made);
  const lost = await recorded(`${url}${to}`, "hosted-checkout/refund", { ...named, amount: 10 });
  const down = { status: 503, contentType: "text/html", body: "down" };
  const history = [
    sold,
    { ...lost, path: "/hosted-checkout/refund", response: down },
    await recorded(url, "hosted-checkout/query", named),
    await recorded(url, "hosted-checkout/refund", { ...named, amount: 5 }),
  ];
  const compared = await compareRecording(history);
  expect([compared.differing.map(({ call }) => call), compared.repeated]).toEqual([[2], repeated]);
});

it("a refusal that the sandbox gives anyway needs no rule, also if the shop then did it right", async () => {
  const { url } = await service.lane();
  const named = { merchantId: 3, merchantReference: "R-1" };
  const made = { ...requests.sale(), lineItems, merchantReference: "R-1", amount: 50 };
  const history: Recorded[] = [];
  for (const [operation, params] of [
    ["tokenization/sale", { ...made, lineItems: [] }],
    ["tokenization/sale", made],
    ["hosted-checkout/refund", { ...named, amount: 70 }],
    ["hosted-checkout/refund", { ...named, amount: 20 }],
  ] as const)
    history.push(await recorded(url, operation, params, `2026-01-05T02:00:0${history.length}Z`));
  const own = await ownAnswers(history);
  expect([...own.refused]).toEqual([0, 2]);
  expect(parse(scenarioText(history, { name: "right", own })).rules).toBeUndefined();
});

it("nor the refusal of a card that nobody stored, which stays unknown", async () => {
  const { url } = await service.lane();
  const history = [await recorded(url, "tokenization/sale", { ...requests.sale({ tokenId: 9_999_999 }), lineItems })];
  const own = await ownAnswers(history);
  expect([...own.refused]).toEqual([0]);
  const { given, rules } = parse(scenarioText(history, { name: "unknown", own }));
  expect([given, rules]).toEqual([undefined, undefined]);
});

const answering = (call: Recorded, responseCode: string, message: string): Recorded => ({
  ...call,
  response: { ...call.response!, body: JSON.stringify({ responseCode, message }) },
});

it("a card that the service refuses in its own words is not stored, so no rule declines every sale", async () => {
  const { url } = await service.lane();
  const sale = await recorded(url, "tokenization/sale", { ...requests.sale({ tokenId: 9_999_999 }), lineItems });
  const history = [answering(sale, "4711", "card unavailable")];
  expect((await compareRecording(history)).differing[0]?.lines).toEqual(["responseCode: 4711 there, 2009 here"]);
  expect((await guessesOfRecording(history)).map(({ remedy }) => remedy.rule)).toEqual([undefined]);
});

it("a refusal of a sale in the service's own words makes no rule if the service accepted another sale", async () => {
  const { url } = await service.lane();
  const sale = (merchantReference: string) =>
    recorded(url, "tokenization/sale", { ...requests.sale({ merchantReference }), lineItems });
  const history = [await sale("W-1"), answering(await sale("W-2"), "4711", "card unavailable")];
  const guesses = await guessesOfRecording(history);
  expect(guesses.map(({ about, remedy }) => [about, remedy])).toEqual([["tokenization/sale", {}]]);
});

it("declines of stored cards are repeated by compare, and are no guess", async () => {
  const { url } = await service.lane();
  const sale = { ...requests.sale(), lineItems };
  const history: Recorded[] = [];
  for (const outcome of ["do-not-honour", "insufficient-funds", undefined]) {
    if (outcome !== undefined) await control(url, "POST", "next", { outcome });
    const merchantReference = `D-${history.length}`;
    history.push(await recorded(url, "tokenization/sale", { ...sale, merchantReference }));
  }
  const codes = history.map(({ response }) => JSON.parse(response!.body).responseCode);
  expect(codes).toEqual(["3005", "3051", "0000"]);
  expect(await compareRecording(history)).toMatchObject({ compared: 3, differing: [] });
  expect(await guessesOfRecording(history)).toEqual([]);
  const [own] = await guessesOfRecording([answering(history[1]!, "5100", "Insufficient funds")]);
  expect(own?.remedy).toEqual({
    responseCodes: { "insufficient-funds": { code: "5100", message: "Insufficient funds" } },
  });
});

it("nor one of a refund that came again, after its answer was lost", async () => {
  const { url } = await service.lane();
  const create = { ...requests.create(), merchantReference: "R-2" };
  const made = await recorded(url, "hosted-checkout/create", create, "2026-01-05T02:00:00Z");
  await control(url, "POST", "orders/R-2/simulate", { action: "pay" });
  const named = { merchantId: 3, merchantReference: "R-2" };
  const refund = { ...named, amount: 10 };
  const at = (second: number) => `2026-01-05T02:00:0${second}Z`;
  const history = [
    made,
    withoutAnswer(await recorded(url, "hosted-checkout/refund", refund, at(1))),
    await recorded(url, "hosted-checkout/query", named, at(2)),
    await recorded(url, "hosted-checkout/refund", refund, at(3)),
  ];
  expect([...(await ownAnswers(history)).refused]).toEqual([3]);
});

it("a first call that only the service refuses leaves the refunds of settled orders covered", async () => {
  const { url } = await service.lane();
  await control(url, "PUT", "merchants/3", { unsettledBalance: { HKD: 1000 } });
  await control(url, "POST", "next", { outcome: { responseCode: "9999", message: "busy" } });
  const named = { merchantId: 3, merchantReference: "S-1" };
  const sale = { ...requests.sale(), lineItems, ...named, amount: 50 };
  const at = (second: number) => `2026-01-05T02:00:0${second}Z`;
  const history = [
    await recorded(url, "hosted-checkout/create", { ...requests.create(), merchantReference: "S-0" }, at(0)),
    await recorded(url, "tokenization/sale", sale, at(1)),
  ];
  await control(url, "POST", "orders/S-1/simulate", { action: "settle" });
  history.push(
    await recorded(url, "hosted-checkout/query", named, at(2)),
    await recorded(url, "hosted-checkout/refund", { ...named, amount: 50 }, at(3)),
  );
  const { differing } = await compareRecording(history);
  expect(differing.map(({ call }) => call)).toEqual([1]);
});
