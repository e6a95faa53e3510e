import { once } from "node:events";
import http from "node:http";
import { freePort } from "../src/tools/judge/run/shop/free-port.ts";
import { bareModule, bareScript, fineCpuMs, median, oursArgs, type Place, spawnNode } from "./servers.ts";

const STARTS = 21;

/** From spawn to the first answer, of the built bundle and of a node that only listens, in turn. */
export async function start(): Promise<void> {
  const ways: readonly [string, (port: number) => readonly string[]][] = [
    ["bare node:http, a module", (port) => [bareModule, String(port)]],
    ["bare node:http, a script", (port) => ["-e", bareScript, String(port)]],
    ["payment-sandbox", (port) => oursArgs("--port", String(port))],
  ];
  // The first start, ended in peace, keeps its compiled code for the others.
  await firstAnswer((port) => oursArgs("--port", String(port)), "SIGTERM");
  const tookMs = ways.map(() => [] as number[]);
  for (let i = 0; i < STARTS; i++)
    for (const [n, [, args]] of ways.entries()) tookMs[n]!.push((await firstAnswer(args)).tookMs);
  const medians = tookMs.map(median);
  console.log(`\nstart, spawn to first answer, median of ${STARTS} (at most 1.60 times bare node)`);
  for (const [n, [what]] of ways.entries())
    console.log(
      `  ${what.padEnd(26)} ${medians[n]!.toFixed(0).padStart(4)} ms, ${(medians[n]! / medians[0]!).toFixed(2)} of the module, ${(medians[n]! / medians[1]!).toFixed(2)} of the script`,
    );
}

/** How long it takes, and the CPU until then. */
export async function firstAnswer(
  args: (port: number) => readonly string[],
  end: "SIGKILL" | "SIGTERM" = "SIGKILL",
  place: Place = {},
): Promise<{ readonly tookMs: number; readonly cpuMs: number }> {
  const port = await freePort();
  const began = performance.now();
  const child = spawnNode(args(port), place, "ignore");
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`expected a start, found exit ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  const took = { tookMs: performance.now() - began, cpuMs: fineCpuMs({ process: child }) };
  child.kill(end);
  await once(child, "exit");
  return took;
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    http
      .get({ port, host: "127.0.0.1", path: "/readyz", agent: false }, (response) => {
        response.resume();
        resolve(response.statusCode === 200);
      })
      .on("error", () => resolve(false));
  });
