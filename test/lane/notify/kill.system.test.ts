import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, expect, it } from "vitest";
import { beforeEnd } from "../../support/before-end.js";
import { listening } from "../../support/listening.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const ORDERS = 30;
/** As many as may be under way at once, and so be acknowledged without a record of it. */
const AT_ONCE = 8;

/** Inside the project, so that the bundle finds better-sqlite3. */
const folder = mkdtempSync(join(root, "node_modules", ".lane-process-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function bundle(): Promise<string> {
  const outfile = join(folder, "lane-process.mjs");
  await build({
    entryPoints: [join(root, "test/support/lane-process.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    external: ["better-sqlite3", "undici"],
  });
  return outfile;
}

it("loses no notification to kill -9 between attempts, and repeats none that is recorded as acknowledged", async () => {
  const tries = new Map<string, number>();
  let requests = 0;
  let killAt = Number.POSITIVE_INFINITY;
  let running: ReturnType<typeof fork> | undefined;
  await using shop = await listening((request, response) => {
    let text = "";
    request.on("data", (chunk) => (text += chunk));
    request.on("end", () => {
      const { orderId } = JSON.parse(text) as { orderId: string };
      const n = (tries.get(orderId) ?? 0) + 1;
      tries.set(orderId, n);
      if (++requests >= killAt) running?.kill("SIGKILL");
      response.end(n < 3 ? "not yet" : "OK");
    });
  });
  const program = await bundle();
  const file = join(folder, "lane.sqlite");

  const kills = [5, 40, 62, 85];
  for (killAt of kills) {
    running = fork(program, [file, `${shop.url}/notify`, String(ORDERS)], { cwd: root });
    const [, signal] = await once(running, "exit");
    expect(signal).toBe("SIGKILL");
  }
  killAt = Number.POSITIVE_INFINITY;
  running = fork(program, [file, `${shop.url}/notify`, String(ORDERS)], { cwd: root });
  const [states] = (await beforeEnd(running, once(running, "message"))) as [string[]];
  expect(states).toEqual(Array.from({ length: ORDERS }, () => "acknowledged"));
  expect(tries.size).toBe(ORDERS);
  expect(requests).toBeLessThanOrEqual(ORDERS * 3 + kills.length * AT_ONCE);
});
