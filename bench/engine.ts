import { pathToFileURL } from "node:url";
import { send } from "./load.ts";
import { createBody, prepare } from "./requests.ts";
import { bundle, cpuMs, median, startOurs } from "./servers.ts";

const REQUESTS = 8000;
const ROUNDS = 5;
const RULES = 200;

/** What the scenario engine costs of a create: with no rules by its own time, with rules that never fire by the server's CPU. */
export async function engine(): Promise<void> {
  const { noRulesUs } = (await import(pathToFileURL(await bundle("engine-parts")).href)) as { noRulesUs(): number };
  const warm = prepare(REQUESTS, "warm", createBody);
  const rounds = Array.from({ length: ROUNDS }, (_, round) => [
    prepare(REQUESTS, `none-${round}`, createBody),
    prepare(REQUESTS, `rules-${round}`, createBody),
  ]);
  await using server = await startOurs();
  const url = `${server.url}/lane/engine/hosted-checkout/create`;
  const cost = async (bodies: readonly string[]): Promise<number> => {
    const before = cpuMs(server);
    await send({ url, body: (n) => bodies[n]!, requests: bodies.length });
    return ((cpuMs(server) - before) * 1000) / bodies.length;
  };
  await cost(warm);
  const us = { none: [] as number[], rules: [] as number[] };
  for (const [none, rules] of rounds) {
    us.none.push(await cost(none!));
    await putRules(server.url);
    us.rules.push(await cost(rules!));
    await fetch(`${server.url}/lane/engine/_sandbox/rules`, { method: "DELETE" });
  }
  const [none, rules, own] = [median(us.none), median(us.rules), noRulesUs()];
  console.log("\nscenario engine, of a create's CPU");
  console.log(
    `  no rules: ${own.toFixed(2)} µs of ${none.toFixed(0)}, ${((own / none) * 100).toFixed(1)} % (under 3 %)`,
  );
  console.log(
    `  ${RULES} rules that do not match: ${rules.toFixed(0)} µs, ${((rules / none - 1) * 100).toFixed(0)} % more (under 25 %)`,
  );
}

async function putRules(url: string): Promise<void> {
  for (let n = 0; n < RULES; n++) {
    const when = { operation: "hosted-checkout/create", amount: 5000 + n, merchantReference: `never-${n}-*` };
    const answer = await fetch(`${url}/lane/engine/_sandbox/rules`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ when, then: { outcome: "approve" } }),
    });
    if (answer.status !== 201) throw new Error(`expected 201, found ${answer.status}: ${await answer.text()}`);
  }
}
