import { execFile } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { startSandbox } from "../../../src/index.js";
import { leafOf, newAuthority } from "../../../src/server/tls/certificates.js";
import { envelope, requests } from "../../support/client.js";
import { ofFile } from "../../support/of-file.js";
import { testFolder } from "../../support/sandbox.js";
import { Cli, run } from "../../tools/cli/cli.js";

const shell = promisify(execFile);

const env = () => ({ XDG_STATE_HOME: join(folder.path, "state") });
const began = async (cli: Cli): Promise<string> => {
  await cli.seen("stdout", "\n");
  return /ready at (\S+)/.exec(cli.stdout)![1]!;
};

const folder = ofFile(testFolder());
const readyFile = join(folder.path, "ready.json");
const server = ofFile(new Cli(["start", "--https", "--port", "0", "--ready-file", readyFile], { env: env() }));
const url = await began(server);
const caFile = JSON.parse(readFileSync(readyFile, "utf8")).caFile;
const ca = readFileSync(caFile, "utf8");

interface Got {
  readonly status: number | undefined;
  readonly text: string;
}

/** One call that trusts this CA alone. */
const call = (address: string, body?: string, trusted: string = ca): Promise<Got> =>
  new Promise((resolve, reject) => {
    const headers = { "Content-Type": "application/json" };
    const asked = request(address, { ca: trusted, method: body === undefined ? "GET" : "POST", headers, agent: false });
    asked.on("error", reject);
    asked.on("response", async (response) => {
      try {
        let text = "";
        for await (const piece of response.setEncoding("utf8")) text += piece;
        resolve({ status: response.statusCode, text });
      } catch (error) {
        reject(error);
      }
    });
    asked.end(body);
  });

const made = async (over = {}) =>
  JSON.parse((await call(`${url}/hosted-checkout/create`, envelope(requests.create(over)))).text);

describe("start --https", () => {
  it.each(["localhost", "127.0.0.1", "[::1]"])("answers a client that trusts its CA at %s", async (name) => {
    expect(url).toMatch(/^https:\/\/localhost:\d+$/);
    expect(await call(`${url.replace("localhost", name)}/readyz`)).toEqual({ status: 200, text: "ok" });
  });

  it("is refused by a client that does not", async () => {
    const other = await newAuthority(Date.now());
    await expect(call(`${url}/readyz`, undefined, other.cert)).rejects.toThrow(/certificate/);
  });

  it("answers curl with the CA that keys --ca prints", async () => {
    const { stdout } = await run(["keys", "--ca"], { env: env() });
    expect(stdout).toBe(ca);
    const file = join(folder.path, "printed.pem");
    writeFileSync(file, stdout);
    expect((await shell("curl", ["-s", "--cacert", file, `${url}/readyz`])).stdout).toBe("ok");
    expect((await shell("curl", ["-s", "--http1.1", "--cacert", file, `${url}/livez`])).stdout).toBe("ok");
  });

  it("gives links that are https, and lead to a page", async () => {
    const { checkoutUrl } = await made();
    expect(checkoutUrl).toContain(`${url}/checkout/`);
    expect(await call(checkoutUrl)).toMatchObject({ status: 200, text: expect.stringContaining("</html>") });
  });

  it("prints a first call that works as pasted", async () => {
    const { stderr } = server;
    const greeting = stderr.includes("curl -s") ? stderr : JSON.stringify(stderr);
    const line = /curl -s --cacert .*hosted-checkout\/create/.exec(greeting)![0];
    expect(JSON.parse((await shell("sh", ["-c", line])).stdout)).toMatchObject({ responseCode: "0000" });
  });

  it("is found and trusted by the commands that talk to a sandbox", async () => {
    const { order } = await made();
    const { checkoutUrl } = await made();
    expect(await run(["pay", String(order.id)], { env: env() })).toMatchObject({ exitCode: 0 });
    expect(await run(["pay", checkoutUrl], { env: env() })).toMatchObject({ exitCode: 0 });
    expect(await run(["readyz"], { env: env() })).toMatchObject({ exitCode: 0 });
    const port = { PAYMENT_SANDBOX_PORT: new URL(url).port, PAYMENT_SANDBOX_HTTPS: "on" };
    const why = await run(["why", String(order.id)], { env: { ...env(), ...port } });
    expect(why.stdout).toContain("SUCCESS");
  });

  it("cuts connections on purpose as HTTP does", async () => {
    const next = async (fault: string) =>
      call(`${url}/_sandbox/next`, JSON.stringify({ fault, placed: "before-commit" })).then(({ status }) => status);
    expect(await next("connection-reset")).toBe(201);
    await expect(made()).rejects.toMatchObject({ code: "ECONNRESET" });
    expect(await next("truncated-body")).toBe(201);
    await expect(made()).rejects.toThrow(/aborted/);
    expect(await made()).toMatchObject({ responseCode: "0000" });
  });
});

describe("the own CA", () => {
  it("is made once, however many start at a time, and its key is for its user alone", async () => {
    const state = { XDG_STATE_HOME: join(folder.path, "raced") };
    const printed = await Promise.all([1, 2, 3].map(() => run(["keys", "--ca"], { env: state })));
    expect(new Set(printed.map(({ stdout }) => stdout)).size).toBe(1);
    const { ca: isAuthority, subject } = new X509Certificate(printed[0]!.stdout);
    expect({ isAuthority, subject }).toEqual({ isAuthority: true, subject: expect.stringContaining("tests only") });
    const { stdout } = await shell("stat", [
      "-c",
      "%a",
      join(state.XDG_STATE_HOME, "payment-sandbox/https/authority.pem"),
    ]);
    expect(stdout).toBe("600\n");
  });

  it("that is harmed is told, with what to do", async () => {
    const state = join(folder.path, "harmed");
    await run(["keys", "--ca"], { env: { XDG_STATE_HOME: state } });
    writeFileSync(join(state, "payment-sandbox/https/authority.pem"), "nothing");
    const ran = await run(["start", "--https", "--port", "0"], { env: { XDG_STATE_HOME: state } });
    expect(ran).toMatchObject({ exitCode: 3, stdout: "" });
    expect(ran.stderr).toMatch(/authority\.pem holds no certificate with its key; delete the folder/);
  });
});

describe("--cert and --key", () => {
  let files: { readonly cert: string; readonly key: string; readonly other: string; readonly trusted: string };
  beforeAll(async () => {
    const [authority, strange] = await Promise.all([newAuthority(Date.now()), newAuthority(Date.now())]);
    const leaf = await leafOf(authority, ["localhost", "pay.test"], Date.now());
    const at = (name: string, text: string): string => {
      writeFileSync(join(folder.path, name), text);
      return join(folder.path, name);
    };
    files = {
      cert: at("c.pem", leaf.cert),
      key: at("k.pem", leaf.key),
      other: at("o.pem", strange.key),
      trusted: authority.cert,
    };
  });

  it("are what the server shows, without a CA of its own", async () => {
    const args = ["start", "--port", "0", "--cert", files.cert, "--key", files.key];
    await using cli = new Cli(args, { env: { XDG_STATE_HOME: join(folder.path, "unused") } });
    const address = await began(cli);
    expect(address).toMatch(/^https:/);
    expect(await call(`${address}/readyz`, undefined, files.trusted)).toMatchObject({ status: 200 });
  });

  it.each([
    ["alone", () => ["--cert", files.cert], "--cert and --key: expected both, found only --cert"],
    ["of two pairs", () => ["--cert", files.cert, "--key", files.other], "--key: expected the private key of --cert"],
    ["exchanged", () => ["--cert", files.key, "--key", files.cert], "--cert: expected a certificate (PEM)"],
    ["that are not there", () => ["--cert", "none.pem", "--key", files.key], "none.pem: expected a PEM or its path"],
  ])("%s are one clear line and exit 2", async (_, args, said) => {
    const ran = await run(["start", ...args()]);
    expect(ran).toMatchObject({ exitCode: 2, stdout: "" });
    expect(ran.stderr).toContain(said);
    expect(ran.stderr.trim().split("\n")).toHaveLength(1);
  });
});

describe("a client with the wrong scheme is warned of in the log, once", () => {
  const failing = async (address: string): Promise<void> => {
    for (let n = 0; n < 2; n++) await expect(fetch(`${address}/readyz`)).rejects.toThrow();
  };
  const timesSaid = ({ stderr }: Cli, words: string): number => stderr.split(words).length - 1;

  it("https to a plain sandbox", async () => {
    await using cli = new Cli(["start", "--port", "0"]);
    const address = await began(cli);
    await failing(address.replace("http:", "https:"));
    const words = `a TLS handshake came, and this sandbox speaks plain HTTP: use ${address}, or start with --https`;
    await cli.seen("stderr", words);
    expect((await fetch(`${address}/readyz`)).ok).toBe(true);
    expect(timesSaid(cli, words)).toBe(1);
  });

  it("http to one with TLS", async () => {
    await failing(url.replace("https:", "http:"));
    const words = `a plain HTTP request came, and this sandbox speaks HTTPS: use ${url}`;
    await server.seen("stderr", words);
    expect(await call(`${url}/readyz`)).toMatchObject({ status: 200 });
    expect(timesSaid(server, words)).toBe(1);
  });
});

describe("HTTPS elsewhere", () => {
  it("a command of exec finds the CA, and Node.js trusts it", async () => {
    const script = `const { PAYMENT_SANDBOX_URL: url, PAYMENT_SANDBOX_CA_FILE: file } = process.env;
      const ok = (await fetch(url + "/readyz")).ok && url.startsWith("https:") && file.endsWith("ca.pem");
      process.exit(ok ? 0 : 9);`;
    const args = ["exec", "--https", "--", process.execPath, "--input-type=module", "-e", script];
    expect(await run(args, { env: env() })).toMatchObject({ exitCode: 0 });
  });

  it("the library controls its own sandbox without trusting anything", async () => {
    await using sandbox = await startSandbox({ https: true });
    expect(sandbox.url).toMatch(/^https:/);
    const lane = await sandbox.lane("mine");
    const rule = await lane.force({ then: { outcome: "rate-limited" } });
    expect(await lane.rules()).toMatchObject([{ id: rule.id }]);
    expect(lane.url).toBe(`${sandbox.url}/lane/mine`);
  });
});
