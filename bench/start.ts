import { once } from "node:events";
import http from "node:http";
import { freePort } from "../src/tools/judge/run/shop/free-port.ts";
import { cpuMs, type Place, spawnNode } from "./servers.ts";

/** How long it takes from spawn to the first answer, and the CPU until then. */
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
  const took = { tookMs: performance.now() - began, cpuMs: cpuMs({ process: child }) };
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
