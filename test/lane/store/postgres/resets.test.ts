import { expect, it } from "vitest";
import { DEMO_MERCHANT, requests } from "../../../support/client.js";
import { testStore } from "../../../support/postgres.js";
import { timesFor } from "../../../support/proof.js";
import { control, startTestSandbox, type TestSandbox } from "../../../support/sandbox.js";

const NODES = timesFor({ shown: 2, proof: 3 });
const RESETS = timesFor({ shown: 4, proof: 12 });

it("calls during resets on any node are answered by the lane before or after the reset", async () => {
  const store = await testStore();
  await using stack = new AsyncDisposableStack();
  const nodes: TestSandbox[] = [];
  for (let n = 0; n < NODES; n++) nodes.push(stack.use(await startTestSandbox({ store })));
  const created = async (node: (typeof nodes)[number], merchantReference: string) => {
    const { http, body } = await node.client("hosted-checkout/create", requests.create({ merchantReference }));
    return `${http} ${body.responseCode ?? body.code}`;
  };
  const resets = nodes.map(async ({ url }) => {
    const answers = [];
    for (let n = 0; n < RESETS; n++) answers.push((await control(url, "POST", "reset", {})).http);
    return answers;
  });
  let isOver = false;
  const creates = nodes.flatMap((node, at) =>
    ["x", "y"].map(async (caller) => {
      const answers = [];
      for (let n = 0; !isOver; n++) answers.push(await created(node, `R-${at}-${caller}-${n}`));
      return answers;
    }),
  );
  expect(new Set((await Promise.all(resets)).flat())).toEqual(new Set([204]));
  isOver = true;
  expect(new Set((await Promise.all(creates)).flat())).toEqual(new Set(["200 0000"]));
  for (const [at, node] of nodes.entries()) expect(await created(node, `LAST-${at}`)).toBe("200 0000");
  for (const { client } of nodes)
    for (const at of nodes.keys()) {
      const params = { merchantId: DEMO_MERCHANT, merchantReference: `LAST-${at}` };
      const { body } = await client("hosted-checkout/query", params);
      expect(body.responseCode).toBe("0000");
    }
});
