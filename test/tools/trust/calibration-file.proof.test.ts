import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readCalibration } from "../../../src/server/options/calibration.js";
import { resolveSettings } from "../../../src/server/options/resolve.js";
import { calibrate } from "../../../src/tools/trust/calibrate/calibrate.js";
import { calibrationText } from "../../../src/tools/trust/calibrate/results/summary.js";
import { requests } from "../../support/client.js";
import { startTestSandbox, testFolder } from "../../support/sandbox.js";
import { hiddenSet, startStandIn } from "../../support/stand-in.js";

/** The calibration of a service that returns the order of a repeated reference, and closes an order that is voided. */
async function seen() {
  const { responseCodes, assumptions } = hiddenSet(8);
  const hidden = {
    responseCodes,
    assumptions: { ...assumptions, "duplicate-reference": "refuse", "past-expiry": "refuse" },
  };
  await using standIn = await startStandIn(hidden);
  return { hidden, ...(await calibrate(standIn.options())) };
}

describe("a calibration in the config file", () => {
  it("chooses, answers with the codes that were seen, and is told as observed", async () => {
    using folder = testFolder();
    const { calibration, hidden } = await seen();
    writeFileSync(join(folder.path, "seen.yaml"), calibrationText(calibration));
    writeFileSync(
      join(folder.path, "payment-sandbox.config.yaml"),
      "calibration: seen.yaml\nassumptions: { past-expiry: accept-closed }\nresponseCodes: { invalid-parameter: { code: '77' } }\n",
    );
    const { settings } = await resolveSettings({ flags: {}, env: {}, cwd: folder.path });
    expect(settings.policy).toMatchObject({
      "bin-range-order": hiddenSet(8).assumptions["bin-range-order"],
      "past-expiry": "accept-closed",
    });
    await using sandbox = await startTestSandbox({ ...settings, port: 0 });
    const request = requests.create();
    await sandbox.client("hosted-checkout/create", request);
    const { body, headers } = await sandbox.client("hosted-checkout/create", request);
    expect(body.responseCode).toBe(hidden.responseCodes["duplicate-reference"]?.code);
    expect(headers.get("X-Sandbox-Provenance")).toBe("observed: response-codes, duplicate-reference");
    const wrong = await sandbox.client("hosted-checkout/create", requests.create({ amount: "x" }));
    expect(wrong.body.responseCode).toBe("77");
    expect(wrong.headers.get("X-Sandbox-Provenance")).toBe("assumed: response-codes");

    const statusOf = async (id: string) => {
      const { assumptions } = (await sandbox.control("GET", "provenance")).body;
      return assumptions.find((one: { id: string }) => one.id === id).status;
    };
    expect(await statusOf("duplicate-reference")).toBe("observed");
    expect(await statusOf("past-expiry")).toBe("assumed");
    await sandbox.control("PUT", "assumptions", { "duplicate-reference": "return-existing" });
    expect(await statusOf("duplicate-reference")).toBe("assumed");
  });
});

describe("the register's entry response-codes", () => {
  const file = (undetermined: string) => `version: 1
madeBy: 0.1.0
date: 2026-01-05T02:00:00.000Z
target: http://localhost:4655
merchantId: 3
userId: user1
assumptions: {}
responseCodes:
  order-not-found: { code: "4404", confidence: sure }
findings: {}
undetermined: ${undetermined}
`;

  it.each([
    ["observed where all codes that calls can provoke were seen", "{}", "observed"],
    ["assumed while one of them was not", "{ responseCodes.void-not-allowed: nobody knows }", "assumed"],
  ])("is %s", async (_, undetermined, status) => {
    using folder = testFolder();
    writeFileSync(join(folder.path, "seen.yaml"), file(undetermined));
    writeFileSync(join(folder.path, "payment-sandbox.config.yaml"), "calibration: seen.yaml\n");
    const { settings } = await resolveSettings({ flags: {}, env: {}, cwd: folder.path });
    await using sandbox = await startTestSandbox({ ...settings, port: 0 });
    const { assumptions } = (await sandbox.control("GET", "provenance")).body;
    expect(assumptions.find(({ id }: { id: string }) => id === "response-codes").status).toBe(status);
    // A code that nobody saw stays a guess.
    const { headers } = await sandbox.client("hosted-checkout/create", requests.create({ amount: "x" }));
    expect(headers.get("X-Sandbox-Provenance")).toBe("assumed: response-codes");
  });
});

describe("a calibration's file", () => {
  it("is read as it was written", async () => {
    using folder = testFolder();
    const { calibration } = await seen();
    const path = join(folder.path, "seen.yaml");
    writeFileSync(path, calibrationText(calibration));
    expect(readCalibration(path)).toEqual(calibration);
  });

  const whole = `version: 1
madeBy: 0.1.0
date: 2026-01-05T02:00:00.000Z
target: http://localhost:4655
merchantId: 3
userId: user1
assumptions:
  cancel: { choice: closed, confidence: sure }
responseCodes: {}
findings: {}
undetermined: {}
`;
  it.each([
    ["another version", "version: 1", "version: 2", /^seen\.yaml:1:10: version is 2, expected 1$/],
    [
      "an unknown choice",
      "choice: closed",
      "choice: close",
      /^seen\.yaml:8:21: assumptions\.cancel\.choice is "close", expected one of .*; did you mean closed\?$/,
    ],
    [
      "an unknown assumption",
      "cancel:",
      "cancle:",
      /^seen\.yaml:8:3: unknown member "cancle" in assumptions; did you mean cancel\?$/,
    ],
    ["a missing member", "madeBy: 0.1.0\n", "", /^seen\.yaml:1:1: madeBy is missing, expected/],
    ["no YAML", "findings: {}", "findings: {", /^seen\.yaml:\d+:\d+: /],
  ])("with %s is refused, with line and column", (_, from, to, line) => {
    using folder = testFolder();
    const path = join(folder.path, "seen.yaml");
    writeFileSync(path, whole);
    expect(readCalibration(path, "seen.yaml").assumptions.cancel?.choice).toBe("closed");
    writeFileSync(path, whole.replace(from, to));
    expect(() => readCalibration(path, "seen.yaml")).toThrow(line);
  });

  it("that is not there is told with what writes one", () => {
    expect(() => readCalibration("/nowhere/seen.yaml", "seen.yaml")).toThrow(
      /no calibration seen\.yaml: create it with payment-sandbox calibrate/,
    );
  });
});
