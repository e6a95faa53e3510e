import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packageRoot } from "../../../../src/package/files.js";
import { endpoints } from "../../../../src/server/payment-api/endpoints/index.js";
import { type Client, clientOf } from "../../../support/client.js";
import { ofFile } from "../../../support/of-file.js";
import { control, FROZEN_AT, startTestSandbox } from "../../../support/sandbox.js";
import { type Golden, goldenFiles, type Step } from "./golden.js";

/** GOLDEN=write takes today's answers for right: look at the difference before it is committed. */
const isWriting = process.env.GOLDEN === "write";

const sandbox = ofFile(await startTestSandbox({ seed: 1, signature: "enforce-registered" }));

const files = goldenFiles();

describe.each(files)("$path", ({ path, operation, golden }) => {
  it(golden.about, async () => {
    const name = path.replace(/^fixtures\/wire\//, "").replaceAll(/[^A-Za-z0-9]+/g, "-");
    const lane = await sandbox.server.lanes.ready(name);
    await lane.clock.freeze(FROZEN_AT);
    const client = clientOf(lane.baseUrl);
    let orderId = 0;
    for (const step of golden.setup ?? [])
      orderId = (await take(step, { client, url: lane.baseUrl, orderId })) ?? orderId;
    const { http, text } = await client(operation, withOrder(golden.request, orderId));
    const response = text.replaceAll(lane.baseUrl, "{base_url}");
    if (isWriting)
      writeFileSync(join(packageRoot, path), `${JSON.stringify({ ...golden, response } satisfies Golden, null, 2)}\n`);
    else expect([http, response]).toEqual([200, golden.response]);
  });
});

interface World {
  readonly client: Client;
  readonly url: string;
  readonly orderId: number;
}

/** Takes a step; answers the id of the order that it made. */
async function take(step: Step, { client, url, orderId }: World): Promise<number | undefined> {
  if ("operation" in step) return (await client(step.operation, withOrder(step.request, orderId))).body.order?.id;
  const { simulate, ...how } = step as Extract<Step, { simulate: string }>;
  const put = "merchant" in step;
  const { http, body } = put
    ? await control(url, "PUT", "merchants/3", step.merchant)
    : await control(url, "POST", `orders/${orderId}/simulate`, { action: simulate, ...how });
  if (http !== 200) throw new Error(`expected ${JSON.stringify(step)} to be possible, found ${JSON.stringify(body)}`);
  return undefined;
}

/** "{order}" stands for the id of the order that the last step made. */
const withOrder = (request: Golden["request"], orderId: number): Golden["request"] =>
  Object.fromEntries(
    Object.entries(request).map(([key, value]) => [
      key,
      value === "{order}" ? orderId : value === "{order} as text" ? String(orderId) : value,
    ]),
  );

describe("the golden exchanges", () => {
  const nine = ["create", "query", "refund", "void"]
    .map((name) => `hosted-checkout/${name}`)
    .concat(["sale", "recurring", "query-token"].map((name) => `tokenization/${name}`))
    .concat(["direct/query", "direct/void"]);

  it.each(nine)(
    "show a success and two refusals of %s",
    { tags: ["spec:7/success-is-signalled-by-responsecode"] },
    (path) => {
      const own = files.filter(({ operation }) => operation === path);
      const successes = own.filter(({ golden }) => golden.response.startsWith('{"responseCode":"0000"'));
      expect(successes.length).toBeGreaterThanOrEqual(1);
      expect(own.length - successes.length).toBeGreaterThanOrEqual(2);
    },
  );

  it("are of endpoints that there are, and say where they come from", () => {
    const paths = endpoints.map(({ path }) => path);
    for (const { operation, golden } of files) {
      expect(paths).toContain(operation);
      expect(golden.source).toMatch(/^(spec|docs|seen|assumed)\b/);
      expect(golden.about.length).toBeGreaterThan(10);
    }
  });
});
