import { expect, it } from "vitest";
import { requests } from "../../../support/client.js";
import { ofFile } from "../../../support/of-file.js";
import { control, startTestSandbox } from "../../../support/sandbox.js";

const sandbox = ofFile(await startTestSandbox());

it("only the first call of an unknown merchant rests on its being made, and why says so", async () => {
  const { client, url } = await sandbox.lane();
  const why = async () => {
    const { headers } = await client("hosted-checkout/create", requests.create({ merchantId: 97 }));
    const { body } = await control(url, "GET", `requests/${headers.get("X-Sandbox-Request-Id")}`);
    const { ladder, assumptions } = body.explain;
    return [
      ladder.find(({ step }: { step: string }) => step === "signature").found,
      assumptions.map(({ id }: { id: string }) => id),
      headers.get("X-Sandbox-Provenance"),
    ];
  };
  expect(await why()).toEqual([
    "merchant 97 was made by this call, and nothing verified its signature",
    ["new-merchant"],
    "assumed: new-merchant",
  ]);
  expect(await why()).toEqual(["the merchant has no public key registered", [], "documented"]);
});
