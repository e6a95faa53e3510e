import "../support/dist.js";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createPrivateKey, createPublicKey, verify } from "node:crypto";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { genuine } from "../../examples/snippets/genuine.js";
import { formatAmount, minorUnits } from "../../src/core/domain/money.js";
import { readPublicKey } from "../../src/core/signing/keys.js";
import { canonicalText, signText } from "../../src/core/signing/signature.js";
import { demoParams } from "../../src/lane/views/demo-params.js";
import { packagePath, packageRoot, packageText } from "../../src/package/files.js";
import { freePort } from "../../src/tools/judge/run/shop/free-port.js";
import { blocks } from "../docs/blocks.js";
import { fromRegistry } from "../support/from-registry.js";
import { casesFor } from "../support/proof.js";
import { compileJava, has, javaClasses, languages } from "./languages.js";

beforeAll(() => {
  if (languages.some(({ name, isHere }) => name === "Java" && isHere)) run(compileJava, "");
});
afterAll(() => rmSync(javaClasses, { recursive: true, force: true }));

const environment = {
  ...process.env,
  PAYMENT_SANDBOX_PRIVATE_KEY_FILE: packagePath("fixtures/keys/demo-merchant.private.pem"),
  PAYMENT_SANDBOX_PUBLIC_KEY_FILE: packagePath("fixtures/keys/notification.public.pem"),
};

const run = ([command, ...args]: readonly string[], input: string) =>
  spawnSync(command!, args, { cwd: packageRoot, env: environment, input, encoding: "utf8" });

/** What a shop receives: raw CJK, quotes and a slash in one field. */
const notification = (over: Record<string, string> = {}) =>
  signed({
    amount: "699.00",
    maskedPan: "400000XXXXXX1000",
    orderId: "489825",
    signature: "",
    cardType: "VISA",
    updateTime: "2026-01-05T02:00:00.000+00:00",
    merchantReference: '茶/"1"',
    status: "SUCCESS",
    ...over,
  });

/** What it receives when a card was stored. */
const cardNotification = () =>
  signed({
    userId: "anna",
    tokenId: "5001",
    maskedPan: "4111********1111",
    expiryDate: "203012",
    merchantId: "3",
    updateTime: "2026-01-05T02:00:00.000+00:00",
    signature: "",
  });

async function signed(fields: Record<string, string>): Promise<Record<string, string>> {
  const key = createPrivateKey(packageText("fixtures/keys/notification.private.pem"));
  return { ...fields, signature: await signText(canonicalText(fields), key) };
}

type Fields = Readonly<Record<string, string>>;

/** Bodies that are no notification, one of each kind. */
const notGenuine = (genuine: Fields): readonly string[] => [
  ...["xx", "{}"],
  ...["???", 1].map((signature) => JSON.stringify({ ...genuine, signature })),
  JSON.stringify({ ...genuine, amount: [genuine.amount] }),
  JSON.stringify({ ...genuine, added: 1 }),
  JSON.stringify({ amount: "9999.00", merchantReference: "DEAR-1", status: "SUCCESS", added: genuine }),
];

/** More of them, for programs that need not start again for each. */
const moreNotGenuine = (genuine: Fields): readonly string[] => [
  ...notGenuine(genuine),
  ...["", "[]", "null", "7", '"xx"'],
  ...["", "null", null, ["A"]].map((signature) => JSON.stringify({ ...genuine, signature })),
  JSON.stringify({ ...genuine, amount: "\ud800" }),
];

describe.each(languages)("the snippets in $name", ({ sign, verify: verifier, isHere }) => {
  it.runIf(isHere)("sign the text as it is", () => {
    const request = JSON.stringify({ merchantId: 3, merchantReference: '茶/"1"' }).replace(",", ",\r\n\t");
    const { stdout, status } = run(sign, request);
    const envelope = JSON.parse(stdout);
    const key = readPublicKey(packageText("fixtures/keys/demo-merchant.public.pem"));
    expect(status).toBe(0);
    expect(envelope.request).toBe(request);
    expect(
      verify(
        "sha256",
        Buffer.from(request),
        createPublicKey(key.export({ type: "spki", format: "pem" })),
        Buffer.from(envelope.signature, "base64"),
      ),
    ).toBe(true);
  });

  it.runIf(isHere)("believe what the service signed, and nothing else", async () => {
    const genuine = await notification();
    expect(run(verifier, JSON.stringify(genuine))).toMatchObject({ status: 0, stdout: "valid\n" });
    expect(run(verifier, JSON.stringify({ ...genuine, amount: "1.00" }))).toMatchObject({
      status: 1,
      stdout: "invalid\n",
    });
  });
});

const verifiers = [
  ...languages.map(({ name, isHere, verify: command }) => ({ name, isHere, command })),
  { name: "bash", isHere: true, command: ["bash", "examples/snippets/verify.sh"] },
  {
    name: "Python's cryptography",
    isHere: has("python3", "-c", "import cryptography"),
    command: ["python3", "examples/snippets/verify_cryptography.py"],
  },
];

describe.each(verifiers)("verify in $name", ({ name, isHere, command }) => {
  it.runIf(isHere)("says invalid to a body that is no notification, and no more", async () => {
    const bodies = notGenuine(await notification());
    // Java's endpoint, which is asked below, has no code of its own for it.
    for (const body of name === "Java" ? bodies.slice(0, 1) : bodies) {
      const { status, stdout, stderr } = run(command, body);
      expect([status, stdout], body).toEqual([1, "invalid\n"]);
      // jq says what is wrong with the JSON.
      if (name !== "bash") expect(stderr, body).toBe("");
    }
  });
});

const programs = casesFor(languages).flatMap(({ name, isHere, sign, verify: verifier, endpoint }) =>
  isHere
    ? [
        [name, "PRIVATE", sign] as const,
        [name, "PUBLIC", verifier] as const,
        // PHP's web server would start without it, so the program checks it before.
        ...(endpoint
          ? [[name, "PUBLIC", name === "PHP" ? ["php", "examples/snippets/endpoint.php"] : endpoint(0)] as const]
          : []),
      ]
    : [],
);
const scripts = [
  ["bash", "PRIVATE", ["bash", "examples/snippets/sign.sh"]],
  ["bash", "PUBLIC", ["bash", "examples/snippets/verify.sh"]],
] as const;

it.each([...programs, ...scripts])(
  "in %s without the %s key's file says what is not set",
  (_, key, [command, ...args]) => {
    const name = `PAYMENT_SANDBOX_${key}_KEY_FILE`;
    const { [name]: __, ...env } = environment as NodeJS.ProcessEnv;
    const { status, stderr } = spawnSync(command!, args, { cwd: packageRoot, env, input: "{}", encoding: "utf8" });
    expect(status).toBeGreaterThan(0);
    expect(stderr).toMatch(new RegExp(`${name}:? is not set: run it inside payment-sandbox exec or eval its env`));
  },
);

it.runIf(has("python3", "-c", "import cryptography"))("Python's cryptography verifies as openssl does", async () => {
  const verifier = ["python3", "examples/snippets/verify_cryptography.py"];
  const genuine = await notification();
  expect(run(verifier, JSON.stringify(genuine))).toMatchObject({ status: 0, stdout: "valid\n" });
  expect(run(verifier, JSON.stringify({ ...genuine, amount: "1.00" }))).toMatchObject({
    status: 1,
    stdout: "invalid\n",
  });
});

it("genuine takes the key as its second argument", async () => {
  const key = packageText("fixtures/keys/notification.public.pem");
  expect(genuine(await notification(), key)).toMatchObject({ status: "SUCCESS", amount: "699.00" });
  expect(genuine(await notification(), packageText("fixtures/keys/demo-merchant.public.pem"))).toBeUndefined();
});

/** Posts a body to an endpoint that may still be starting. */
async function answerTo(url: string, body: string, program: ChildProcess): Promise<string> {
  const headers = { "Content-Type": "application/json" };
  while (program.exitCode === null) {
    const response = await fetch(url, { method: "POST", headers, body }).catch(() => undefined);
    if (response) return `${response.status} ${await response.text()}`;
    await pause(20);
  }
  throw new Error(`the endpoint ended by itself, with ${program.exitCode}`);
}

/** A view of a Python framework, run by the first Python of this machine that has it. */
const view = (name: string, needs: string, served: (port: number) => readonly string[]) => {
  const python = ["python3", "/usr/bin/python3"].find((one) => has(one, "-c", `import cryptography, ${needs}`));
  return { name, isHere: python !== undefined, endpoint: (port: number) => [python!, ...served(port)] };
};

const runDjango = `
import sys, django
from django.conf import settings
from django.core.management import call_command
settings.configure(ROOT_URLCONF="django_view", ALLOWED_HOSTS=["*"], SECRET_KEY="any")
django.setup()
call_command("runserver", sys.argv[1], "--noreload")`;

const views = [
  view("Flask", "flask", (port) => "-m flask --app flask_view run --port".split(" ").concat(`${port}`)),
  view("Django", "django", (port) => ["-c", runDjango, String(port)]),
  view("FastAPI", "fastapi, uvicorn", (port) => [..."-m uvicorn fastapi_view:app --port".split(" "), String(port)]),
];

/** A handler of docs/notifications.md, beside `genuine.ts` and with its packages. It listens at PORT. */
const handler = (name: string, packages: () => Readonly<Record<string, string>>) => ({
  name,
  isHere: true,
  endpoint: () => {
    const folder = mkdtempSync(join(tmpdir(), "payment-sandbox-handler-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const { text } = blocks.find(({ text }) => text.includes(`from "${Object.keys(packages())[0]}"`))!;
    writeFileSync(join(folder, "shop.ts"), text);
    cpSync(packagePath("examples/snippets/genuine.ts"), join(folder, "genuine.ts"));
    for (const [link, target] of Object.entries(packages())) {
      mkdirSync(dirname(join(folder, "node_modules", link)), { recursive: true });
      symlinkSync(target, join(folder, "node_modules", link));
    }
    return [process.execPath, join(folder, "shop.ts")];
  },
});

const own = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, packagePath(`node_modules/${name}`)]));

const handlers = [
  handler("Express", () => own("express")),
  handler("Hono", () => own("hono", "@hono/node-server")),
  handler("Fastify", () => ({ fastify: fromRegistry("fastify", "5.12.8") })),
  handler("Koa", () => ({
    koa: fromRegistry("koa", "3.3.0"),
    "@koa/router": fromRegistry("@koa/router", "15.7.0"),
    "@koa/bodyparser": fromRegistry("@koa/bodyparser", "6.1.0"),
  })),
];

const served = [...languages.filter(({ endpoint }) => endpoint), ...views, ...handlers];

describe.each(served)("the endpoint in $name", ({ name, endpoint, isHere }) => {
  it.runIf(isHere)("answers OK to what the service signed, and to nothing else", async () => {
    const port = await freePort();
    const [command, ...args] = endpoint!(port);
    const env = {
      ...environment,
      PORT: String(port),
      PYTHONPATH: packagePath("examples/snippets"),
      PYTHONDONTWRITEBYTECODE: "1",
    };
    const program = spawn(command!, args, { cwd: packageRoot, env });
    const ended = once(program, "close");
    let printed = "";
    for (const stream of [program.stdout, program.stderr])
      stream.setEncoding("utf8").on("data", (text) => (printed += text));
    try {
      const answerOf = (body: string) => answerTo(`http://127.0.0.1:${port}/notify`, body, program);
      const genuine = await notification();
      expect(await answerOf(JSON.stringify(genuine))).toBe("200 OK");
      expect(await answerOf(JSON.stringify({ ...genuine, amount: "1.00" }))).toBe("400 not genuine");
      // The parser of a framework has words of its own for what is no object.
      const refusal = handlers.some((one) => one.name === name) ? /^400 / : /^400 not genuine$/;
      for (const other of moreNotGenuine(genuine)) expect(await answerOf(other), other).toMatch(refusal);
      expect(await answerOf(JSON.stringify(genuine))).toBe("200 OK");
      const { amount } = demoParams("hosted-checkout/create", { reference: "N-0", latest: undefined });
      const demo = await notification({
        merchantReference: "N-0",
        amount: formatAmount(minorUnits(Number(amount) * 100)),
      });
      for (const other of [demo, await cardNotification()])
        expect(await answerOf(JSON.stringify(other))).toBe("200 OK");
    } finally {
      program.kill();
      await ended;
    }
    if (!languages.some((one) => one.name === name)) return; // It prints nothing.
    const [, documented] = /The endpoint prints `([^`]+)`/.exec(packageText("docs/notifications.md"))!;
    expect(printed).toContain(documented);
    expect(printed).toContain('茶/"1" SUCCESS 699.00');
    expect(printed).toContain("anna 5001 4111********1111");
  });
});
