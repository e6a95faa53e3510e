import "../../support/dist.js";
import { execFileSync } from "node:child_process";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { packagePath } from "../../../src/package/files.js";
import { envelope } from "../../support/client.js";
import { casesFor } from "../../support/proof.js";

const program = (work: string): string => `
  import { inspect } from "node:util";
  const hasFetch = () => process.moduleLoadList.includes("NativeModule internal/deps/undici/undici");
  const { startSandbox } = await import(${JSON.stringify(pathToFileURL(packagePath("dist/index.js")).href)});
  const sandbox = await startSandbox();
  const lane = await sandbox.lane("first");
  const headers = { "Content-Type": "application/json" };
  const body = ${JSON.stringify(envelope({ merchantId: 3, merchantReference: "A" }))};
  const answer = await lane.fetch("/hosted-checkout/query", { method: "POST", headers, body });
  const told = await (async () => { ${work} })();
  console.log(JSON.stringify({ told, hasFetch: hasFetch() }));
  await sandbox.stop();`;

/** What `work` tells of the first answer in a process of its own, and whether Node loaded fetch until then. */
const ofFirstAnswer = (work: string): { readonly told: unknown; readonly hasFetch: boolean } =>
  JSON.parse(execFileSync(process.execPath, ["--input-type=module", "-e", program(work)], { encoding: "utf8" }));

// Each starts a process of its own.
describe("the first answer in a process", () => {
  it.each(
    casesFor(
      [
        ["its status", "return [answer.status, answer.ok]", [200, true]],
        ["a header", 'return answer.headers.get("content-type")', "application/json"],
        ["its JSON", "return (await answer.json()).responseCode", "2001"],
        ["its text", "return JSON.parse(await answer.text()).responseCode", "2001"],
        ["lane.call", 'return (await lane.call("hosted-checkout/query", { merchantReference: "A" })).http', 200],
      ],
      3,
    ),
  )("tells %s without fetch", (_, work, told) => {
    expect(ofFirstAnswer(work)).toEqual({ told, hasFetch: false });
  });

  it.each(
    casesFor(
      [
        ["is a Response", "return answer instanceof Response", true],
        ["has a body that streams", "return (await answer.body.getReader().read()).value.length > 2", true],
        ["can be cloned", "const copy = answer.clone(); return (await copy.text()) === (await answer.text())", true],
        ["lists its headers", 'return [...answer.headers].some(([name]) => name === "x-sandbox-request-id")', true],
        ["shows as a Response", 'return inspect(answer).startsWith("Response {")', true],
        ["says that its body was read", "await answer.text(); return answer.bodyUsed", true],
        ["is read once", "await answer.json(); return answer.text().catch((error) => error.name)", "TypeError"],
        ["goes into another one", "return (await new Response(answer.body, answer).json()).responseCode", "2001"],
      ],
      3,
    ),
  )("%s", (_, work, told) => {
    expect(ofFirstAnswer(work).told).toEqual(told);
  });
});
