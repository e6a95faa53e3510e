import { generateKeyPairSync } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { clientOf } from "../../support/client.js";
import { listening } from "../../support/listening.js";
import { ofFile } from "../../support/of-file.js";
import { control, testFolder } from "../../support/sandbox.js";
import { startShop } from "../../support/shop.js";
import { run, start } from "./cli.js";

const sandbox = await start();
ofFile(sandbox.cli);

const here = () => ({ env: { PAYMENT_SANDBOX_URL: sandbox.url } });
let orders = 0;
async function order(
  lane = "default",
  notify?: string,
): Promise<{ id: number; checkoutUrl: string; reference: string }> {
  const merchantReference = `CLI-${++orders}`;
  const lineItems = [{ quantity: 1, priceData: { name: "Tea", unitAmount: 10 } }];
  const { body } = await clientOf(`${sandbox.url}/lane/${lane}`)("hosted-checkout/create", {
    merchantId: 3,
    merchantReference,
    amount: 10,
    lineItems,
    ...(notify !== undefined && { callbackUrl: { notify } }),
  });
  return { id: body.order.id, checkoutUrl: body.checkoutUrl, reference: merchantReference };
}

describe("pay", () => {
  it("pays by id, by reference, and by checkoutUrl in its lane", async () => {
    const [one, two, three] = [await order(), await order(), await order("elsewhere")];
    expect((await run(["pay", String(one.id)], here())).stdout).toContain("is SUCCESS, HKD 10.00");
    expect((await run(["pay", two.reference], here())).exitCode).toBe(0);
    expect(await run(["pay", three.checkoutUrl])).toMatchObject({ exitCode: 0, stderr: "" });
  });

  it("names the reference that was meant", async () => {
    const { reference } = await order();
    const { exitCode, stderr } = await run(["pay", ` ${reference}`], here());
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(`did you mean ${reference}?`)]);
    expect((await run(["pay", "NONE"], here())).stderr).toContain("check the lane (--lane), and the reference");
  });

  it("declines, which leaves the order open; a card that declines is exit 1", async () => {
    const { id } = await order();
    const declined = await run(["pay", String(id), "--decline", "expired-card"], here());
    expect(declined).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^declined as asked: .* is OPEN/) });
    expect((await run(["pay", String(id), "--card", "lost-card"], here())).exitCode).toBe(1);
  });

  it("cancels as the shopper does", async () => {
    const { id } = await order();
    expect((await run(["pay", String(id), "--cancel"], here())).stdout).toMatch(
      /^cancelled as asked: order \d+ .* is OPEN/,
    );
    expect((await run(["pay", String(id), "--cancel", "--decline"], here())).exitCode).toBe(2);
  });

  it("saves a card on the page of add-token", async () => {
    const { body } = await clientOf(`${sandbox.url}/lane/elsewhere`)("tokenization/add-token", {
      merchantId: 3,
      userId: "eve",
    });
    const pay = (...args: readonly string[]) => run(["pay", body.checkoutUrl, ...args]);
    expect(await pay("--lane", "default")).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("that is of lane elsewhere"),
    });
    expect((await pay("--method", "ALIPAYHK")).stderr).toContain("the page stores a card, so it takes none");
    expect(await pay("--card", "lost-card")).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("no card of eve is saved"),
    });
    expect(await pay("--decline")).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("is OPEN") });
    expect(await pay()).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^token \d+ of eve is saved, \d{4}/),
    });
    expect(await pay()).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("SAVED") });
  });

  it("makes no lane of a misspelt name, and names the one that was meant", async () => {
    const { id, reference } = await order("refunds");
    const missing = `payment-sandbox: there is no lane refnds at ${sandbox.url}, expected one of default, `;
    for (const args of [
      ["pay", String(id)],
      ["resend", "1"],
      ["snapshot", "save", "tpyo"],
    ]) {
      const { exitCode, stderr } = await run([...args, "--lane", "refnds"], here());
      expect([exitCode, stderr.slice(0, missing.length)]).toEqual([2, missing]);
      expect(stderr).toMatch(/\brefunds\b.*; did you mean refunds\?\n$/);
    }
    const elsewhere = await run(["pay", reference, "--lane", "nolane"], here());
    expect(elsewhere.stderr).toMatch(
      new RegExp(
        `^payment-sandbox: there is no lane nolane at .*; lane refunds has ${reference} \\(--lane refunds\\)\n$`,
      ),
    );
    const wrongLane = await run(["pay", reference], here());
    expect(wrongLane.stderr).toContain(`no order ${reference} at ${sandbox.url}; lane refunds has it (--lane refunds)`);
    const { body } = await control(sandbox.url, "GET", "lanes");
    expect(body.lanes.map(({ name }: { name: string }) => name)).not.toContain("refnds");
  });

  it.each(["--url", "--port"])("exits with 3 where no sandbox answers, and names %s", async (option) => {
    const { exitCode, stderr } = await run(["why", option, option === "--port" ? "1" : "http://127.0.0.1:1"]);
    expect([exitCode, stderr]).toEqual([3, expect.stringMatching(new RegExp(`, or leave ${option} out\\n$`))]);
  });

  it("exits with 2 for no such order, with 3 where no sandbox answers", async () => {
    expect((await run(["pay", "1"], here())).exitCode).toBe(2);
    expect((await run(["pay", "1", "--url", "http://127.0.0.1:1"])).exitCode).toBe(3);
  });
});

describe("resend", () => {
  it("sends a notification again, and is 1 where the shop does not acknowledge it", async () => {
    const { id } = await order("resend", `${sandbox.url}/livez`);
    await control(`${sandbox.url}/lane/resend`, "POST", `orders/${id}/simulate`, { action: "pay" });
    const { body } = await control(`${sandbox.url}/lane/resend`, "GET", "notifications");
    const [notification] = body.notifications;
    const again = await run(["resend", String(notification.id), "--lane", "resend"], here());
    expect(again.exitCode).toBe(1);
    expect(again.stderr).toMatch(/notification \d+ to \S+: attempt \d+, HTTP \d{3}\. It failed: .* It is retried at /);
    const { stdout } = await run(["why", `notification-${notification.id}`, "--lane", "resend"], here());
    expect(stdout).not.toMatch(/ attempt 1 .* \(by hand\) /);
    expect(stdout).toMatch(/ attempt 2 .* \(by hand\) /);
    expect((await run(["resend", "99999", "--lane", "resend"], here())).exitCode).toBe(2);
  });
});

describe("resend of an acknowledged notification", () => {
  it("is 0 if the shop acknowledges it again, and 1 if it refuses it now", async () => {
    let accepts = true;
    await using shop = await startShop(() => accepts);
    const url = `${sandbox.url}/lane/again`;
    const { id, reference } = await order("again", shop.notifyUrl);
    await control(url, "POST", `orders/${id}/simulate`, { action: "pay" });
    await control(url, "POST", "wait", { for: "notification", match: { orderId: id, acknowledged: true } });
    const again = () => run(["resend", "1", "--lane", "again"], here());
    expect(await again()).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/is acknowledged: attempt 2, 200\n$/),
    });
    accepts = false;
    expect(await again()).toMatchObject({
      exitCode: 1,
      stdout: "",
      stderr: expect.stringMatching(
        /^payment-sandbox: notification 1 to \S+: attempt 3, HTTP 400\. The shop acknowledged it before, but the last attempt failed: /,
      ),
    });
    expect((await run(["resend", reference, "--lane", "again"], here())).stderr).toContain("attempt 4, HTTP 400. ");
  });
});

describe("readyz", () => {
  it("is 0 where a sandbox answers, else 1", async () => {
    expect((await run(["readyz"], here())).exitCode).toBe(0);
    expect((await run(["readyz", "--url", "http://127.0.0.1:1"])).exitCode).toBe(1);
    expect((await run(["readyz", "--port", new URL(sandbox.url).port])).exitCode).toBe(0);
    expect((await run(["readyz", "--port", "1"])).exitCode).toBe(1);
    expect(await run(["readyz", "--port", "x"])).toMatchObject({
      ...{ exitCode: 2, stderr: expect.stringContaining('--port: expected a port from 1 to 65535, found "x"') },
    });
  });

  it.each([
    [
      "says why a sandbox is not ready",
      { message: "the database is away", fix: "start it" },
      ": the database is away (start it)",
    ],
    ["says the status of another server", ["no"], ", without a reason: is it a sandbox?"],
  ])("%s", async (_, said, why) => {
    await using server = await listening((_request, response) => response.writeHead(503).end(JSON.stringify(said)));
    const { url } = server;
    const stderr = `payment-sandbox: ${url}/readyz answers 503${why}\n`;
    expect(await run(["readyz", "--url", url])).toMatchObject({ exitCode: 1, stderr });
  });
});

describe("a command without an address", () => {
  it("finds the sandbox that runs", async () => {
    expect(await run(["readyz"])).toMatchObject({ exitCode: 0, stdout: "ready\n" });
  });
});

describe("keys", () => {
  it("are the same with and without a server, where none is configured", async () => {
    const [shipped, served] = await Promise.all([
      run(["keys", "--json"]),
      run(["keys", "--json", "--url", sandbox.url]),
    ]);
    expect(JSON.parse(served.stdout)).toEqual(JSON.parse(shipped.stdout));
  });

  it("are those of the sandbox that runs; where none does, those of the package", async () => {
    using folder = testFolder();
    const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const notificationKey = privateKey.export({ type: "pkcs8", format: "pem" });
    writeFileSync(join(folder.path, "payment-sandbox.config.json"), JSON.stringify({ notificationKey }));
    const own = { env: { XDG_STATE_HOME: folder.path } };
    const other = await start([], { ...own, cwd: folder.path });
    const found = await run(["keys"], own);
    await other.cli[Symbol.asyncDispose]();
    expect(found.stdout).toContain(publicKey.export({ type: "spki", format: "pem" }).toString().trim());
    expect(found.stdout).toContain(other.url);
    // Nobody listens on port 1. A user's own sandbox may run on the default port.
    writeFileSync(join(folder.path, "payment-sandbox.config.json"), JSON.stringify({ port: 1 }));
    expect((await run(["keys"], { ...own, cwd: folder.path })).stdout).toContain("without a notificationKey");
  });
});

describe("snapshot", () => {
  it("puts a lane back to what was saved", async () => {
    const { id } = await order("snap");
    const snapshot = (...args: string[]) => run(["snapshot", ...args, "--lane", "snap"], here());
    expect((await snapshot("save", "open")).exitCode).toBe(0);
    await run(["pay", String(id), "--lane", "snap"], here());
    expect((await snapshot("load", "open")).exitCode).toBe(0);
    expect((await snapshot("list")).stdout).toContain("open\n");
    const after = await control(`${sandbox.url}/lane/snap`, "GET", `orders/${id}`);
    expect(after.body.order.status).toBe("OPEN");
  });

  it("are deleted by name and by pattern", async () => {
    await order("snap-17-1");
    const snapshot = (...args: string[]) => run(["snapshot", ...args, "--lane", "snap-17-1"], here());
    for (const name of ["snap-17-a", "snap-17-b", "snap-18-a", "snap-18-b"]) await snapshot("save", name);
    expect(await snapshot("delete", "snap-17-*", "snap-18-b")).toMatchObject({
      exitCode: 0,
      stdout: "deleted snap-18-b\ndeleted snap-17-a\ndeleted snap-17-b\n",
    });
    expect(await snapshot("delete", "snap-17-*")).toMatchObject({ exitCode: 0, stdout: "nothing to delete\n" });
    await snapshot("save", "snap-19-a");
    expect(await snapshot("delete", "snap-17-a", "snap-19-a")).toMatchObject({
      exitCode: 2,
      stdout: "deleted snap-19-a\n",
      stderr: expect.stringContaining("there is no snapshot snap-17-a"),
    });
    expect((await snapshot("list")).stdout.match(/^snap-1\d.*$/gm)).toEqual(["snap-18-a"]);
  });
});

describe("lanes", () => {
  it("are listed with their orders and calls", async () => {
    await order("listed");
    expect((await run(["lanes"], here())).stdout).toMatch(/^listed +orders 1, calls 1$/m);
    const { stdout } = await run(["lanes", "--json"], here());
    expect(JSON.parse(stdout)).toContainEqual(expect.objectContaining({ name: "listed", orders: 1, calls: 1 }));
  });

  it("are listed with the admin token of the config file, which goes only to the sandbox that the file means", async () => {
    using folder = testFolder();
    const { cli, url } = await start(["--admin-token", "a-long-enough-token"]);
    const config = { port: Number(new URL(url).port), adminToken: "a-long-enough-token" };
    writeFileSync(join(folder.path, "payment-sandbox.config.json"), JSON.stringify(config));
    const asked = { cwd: folder.path, env: { PAYMENT_SANDBOX_URL: "" } };
    const meant = await run(["lanes"], asked);
    const status = await run(["status", "--port", String(config.port)], asked);
    const named = await run(["lanes"], { ...asked, env: { PAYMENT_SANDBOX_URL: url } });
    await cli[Symbol.asyncDispose]();
    expect(meant).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("default") });
    expect(status.stdout).toContain("lane default");
    expect(named.exitCode).toBe(1);
  });

  it("are none of a team that has made none", async () => {
    using folder = testFolder();
    writeFileSync(
      join(folder.path, "payment-sandbox.config.yaml"),
      "adminTokens: [{ name: web, token: a-team-token, lanes: web-* }]\n",
    );
    const { cli, url } = await start([], { cwd: folder.path });
    const listed = await run(["lanes"], {
      env: { PAYMENT_SANDBOX_URL: url, PAYMENT_SANDBOX_ADMIN_TOKEN: "a-team-token" },
    });
    await cli[Symbol.asyncDispose]();
    expect(listed).toMatchObject({
      exitCode: 0,
      stdout: "",
      stderr: "there is no lane that fits web-*, which the token opens\n",
    });
  });

  it("are dropped by name and by pattern, the default lane only by its name", async () => {
    for (const lane of ["default", "b-1", "b-1-x", "b-1-y", "b-17"]) await order(lane);
    const at = { env: { PAYMENT_SANDBOX_URL: `${sandbox.url}/lane/b-1` } };
    const dropped = await run(["lanes", "drop", "b-1", "b-1-*", "*fault", "nolane"], at);
    expect(dropped).toMatchObject({
      exitCode: 2,
      stdout: "dropped b-1\ndropped b-1-x\ndropped b-1-y\n",
      stderr: `payment-sandbox: there is no lane nolane at ${sandbox.url}; npx payment-sandbox lanes lists them\n`,
    });
    const left = JSON.parse((await run(["lanes", "--json"], at)).stdout).map(({ name }: { name: string }) => name);
    expect(left).toEqual(expect.arrayContaining(["default", "b-17"]));
    expect(left).not.toContain("b-1");
    expect(await run(["lanes", "drop", "b-1"], at)).toMatchObject({ exitCode: 2, stdout: "" });
    expect((await run(["lanes", "drop", ""], at)).stderr).toContain('there is no lane "" at');
    expect((await run(["lanes", "rm", "b-1"], at)).stderr).toBe(
      'payment-sandbox: lanes: expected list, or drop <name…>, found "rm b-1"\n',
    );
    expect(await run(["lanes", "drop", "b-1-*"], at)).toMatchObject({ exitCode: 0, stdout: "nothing to drop\n" });
    expect(await run(["lanes", "drop", "default"], at)).toMatchObject({ exitCode: 0, stdout: "dropped default\n" });
  });
});

describe("doctor", () => {
  it("finds a sandbox whose books balance", async () => {
    const { exitCode, stdout } = await run(["doctor", "--json", "--port", "0"], here());
    const states = JSON.parse(stdout).findings.map(({ about, state }: Record<string, string>) => [about, state]);
    expect(exitCode).toBe(0);
    expect(Object.fromEntries(states)).toMatchObject({
      node: "ok",
      "better-sqlite3": "ok",
      running: "ok",
      invariants: "ok",
    });
  });
});
