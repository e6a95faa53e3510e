import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { describe, expect, it } from "vitest";
import { scenarioEditorSchema } from "../../../src/core/scenario/document/editor-schema.js";
import { packagePath, packageText } from "../../../src/package/files.js";
import { commands } from "../../../src/tools/cli/commands.js";
import { testFolder } from "../../support/sandbox.js";
import { run, runProcess } from "./cli.js";

describe("usage", () => {
  it("--help lists every command, begins with what a newcomer needs, and ends with every exit code", async () => {
    const { exitCode, stdout } = await run(["--help"]);
    expect(exitCode).toBe(0);
    expect([...commands.keys()].filter((command) => !stdout.includes(`\n  ${command} `))).toEqual([]);
    const listed = [...stdout.matchAll(/^ {2}([a-z]+) .*$/gm)].map(([, name]) => name!);
    expect(listed.slice(0, 5)).toEqual(["start", "call", "pay", "why", "exec"]);
    expect(stdout.match(/^[A-Z].*[:?]$/gm)).toContain("First steps:");
    for (const code of ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "130, 143"])
      expect(stdout).toMatch(new RegExp(`^ {2}${code} {2,}\\w`, "m"));
  });

  it.each(["exec", "judge", "conformance", "sensitivity"])("%s --help has its own options first", async (command) => {
    const { stdout } = await run([command, "--help"]);
    const [own, ofServer = ""] = stdout.split("Server options of start, with the defaults of this command:");
    expect(own).toContain("--report <format=file>");
    expect(own).toContain("--scenario <file|name>");
    expect(own).not.toContain("--port");
    expect(ofServer.replace(/\s+/g, " ")).toContain("0 picks a free one (default: a free port)");
    expect(ofServer.replace(/\s+/g, " ")).toContain("same bytes (default: 1)");
    expect(ofServer.replace(/\s+/g, " ")).toContain("(default: enforce, for merchants that have a key)");
  });

  it("judge --help has its options under headings, those of the server last", async () => {
    const [, options = ""] = (await run(["judge", "--help"])).stdout.split("\nArguments:");
    expect(options.match(/^[A-Z].*:$/gm)?.slice(0, 7)).toEqual([
      "To begin:",
      "The shop, and what it believes:",
      "Which mutants run, and how:",
      "Results:",
      "With an earlier report:",
      "Options:",
      "Server options of start, with the defaults of this command:",
    ]);
  });

  it.each([
    ["exec", ["exec", "--", "true"]],
    ["doctor", ["doctor"]],
  ])("%s names a variable that is misspelt", async (_, args) => {
    const { stdout, stderr } = await run(args, { env: { PAYMENT_SANDBOX_STRIKT: "1" } });
    expect((stdout + stderr).match(/PAYMENT_SANDBOX_STRIKT/g)).toHaveLength(1);
    expect(stdout + stderr).toContain("did you mean PAYMENT_SANDBOX_STRICT?");
  });

  it("agent names a program that an editor finds without the shell's PATH", async () => {
    using folder = testFolder();
    const bin = packagePath("node_modules/.bin");
    const here = { cwd: folder.path, env: { PATH: `${bin}${delimiter}${process.env.PATH}` } };
    const { stdout } = await run(["agent"], here);
    const settings = JSON.parse(/^Claude Code: \.mcp\.json\n(\{[\s\S]*?\n\})/.exec(stdout)?.[1] ?? "{}");
    const { command, args } = settings.mcpServers["payment-sandbox"];
    expect([isAbsolute(command), args]).toEqual([true, [packagePath("bin/payment-sandbox.js"), "mcp"]]);
    const skill = (await run(["agent", "--skill"], here)).stdout;
    expect(skill).toContain(`Start it with \`${command} ${packagePath("bin/payment-sandbox.js")} start\``);
  });

  it("exec --help has the log format of exec", async () => {
    const stdout = (await run(["exec", "--help"])).stdout.replace(/\s+/g, " ");
    expect(stdout).toContain("pretty, json or silent, on stderr (default: pretty)");
  });

  it("start --help has the defaults of start", async () => {
    const stdout = (await run(["start", "--help"])).stdout.replace(/\s+/g, " ");
    expect(stdout).toContain("0 picks a free one (default: 4655)");
    expect(stdout).toContain("same bytes (default: random, and printed)");
    expect(stdout).toContain("invalid signature (default: warn)");
  });

  it.each([
    [["run", "x.yaml"], 'payment-sandbox: there is no command "run"; did you mean exec?\n'],
    [
      ["clock", "advance", "20m"],
      `payment-sandbox: there is no command "clock"; to move the clock (npx payment-sandbox docs move the clock): curl -X PUT http://localhost:4655/_sandbox/clock -d '{ "action": "advance", "by": "20m" }'\n`,
    ],
    [
      ["orders"],
      'payment-sandbox: there is no command "orders"; to list the orders (npx payment-sandbox docs list orders): curl http://localhost:4655/_sandbox/orders\n',
    ],
    [["strat"], 'payment-sandbox: there is no command "strat"; did you mean start?\n'],
    [
      ["exec", "--report", "junit=dist/r.xml", "--report", "html=./dist/r.xml", "--", "true"],
      "payment-sandbox: --report: ./dist/r.xml is the file of junit already; name another for html\n",
    ],
    [["start", "--prot", "3"], "payment-sandbox: unknown option '--prot'; did you mean --port?\n"],
    [
      ["exec"],
      "payment-sandbox: missing required argument 'command', such as npx payment-sandbox exec -- npm test; npx payment-sandbox exec --help shows examples\n",
    ],
    [
      ["resend", "1", "--cancel"],
      "payment-sandbox: unknown option '--cancel': it is an option of pay; npx payment-sandbox resend --help lists those of resend\n",
    ],
    [
      ["exec", "--scenario", "a.yaml,b.yaml", "--", "true"],
      "payment-sandbox: scenario a.yaml,b.yaml: lists are not read: name each file, with an option of its own (--scenario a --scenario b)\n",
    ],
    [
      ["exec", "--strict=true", "--", "true"],
      "payment-sandbox: --strict takes no value: write --strict alone, or leave it out\n",
    ],
    [["--https=true"], "payment-sandbox: --https takes no value: write --https alone, or leave it out\n"],
    [
      ["start", "--report=junit=x"],
      "payment-sandbox: unknown option '--report': it is an option of exec, verify, judge, conformance and 1 more; npx payment-sandbox start --help lists those of start\n",
    ],
    [
      ["exec", "--url", "http://localhost:4655", "--", "true"],
      "payment-sandbox: unknown option '--url': exec starts a sandbox of its own. For one that runs already: environment=$(payment-sandbox env --url <url> --lane <name>) && eval \"$environment\", then run the command without exec; payment-sandbox docs ci job on a shared sandbox\n",
    ],
    [
      ["judge", "--lane", "a", "--", "true"],
      "payment-sandbox: unknown option '--lane': judge starts a sandbox of its own for each run, and can't use one that runs already\n",
    ],
    [["why", "--port", "99999"], 'payment-sandbox: --port: expected a port from 1 to 65535, found "99999"\n'],
    [["env", "--port", "x"], 'payment-sandbox: --port: expected a port from 1 to 65535, found "x"\n'],
    [
      ["why", "--port", "4655", "--url", "http://localhost:4655"],
      "payment-sandbox: option '--port <n>' cannot be used with option '--url <url>'\n",
    ],
    [
      ["exec", "--detach", "--", "true"],
      "payment-sandbox: unknown option '--detach': it is an option of start; npx payment-sandbox exec --help lists those of exec\n",
    ],
    [
      ["resend", "1", "--zoo"],
      "payment-sandbox: unknown option '--zoo'; npx payment-sandbox resend --help lists the options\n",
    ],
    [
      ["start", "--bogus"],
      "payment-sandbox: unknown option '--bogus'; npx payment-sandbox start --help lists the options\n",
    ],
    [
      ["exec", "--", "FOO=1", "npm", "test"],
      "payment-sandbox: there is no command FOO=1; set variables before payment-sandbox, or use a shell: sh -c 'FOO=1 npm test'\n",
    ],
    [["exec", "--", "cd", "x"], "payment-sandbox: there is no command cd; use a shell: sh -c 'cd x'\n"],
    [
      ["why", "--lane", "bad name!"],
      `payment-sandbox: --lane: expected letters, digits, '.', '_' and '-', up to 64, such as bad-name, found "bad name!"\n`,
    ],
    [["pay"], "payment-sandbox: missing required argument 'order'; npx payment-sandbox pay --help shows examples\n"],
    [["--port", "abc"], 'payment-sandbox: --port: expected a whole number from 0 to 65535, found "abc"\n'],
    [["--notify-ca", "."], "payment-sandbox: .: expected a PEM or its path; found a folder, expected a file\n"],
    [
      ["validate", "."],
      "payment-sandbox: scenario .: it is a folder, expected a file: name each file of it, such as payment-sandbox validate ./*.yaml\n",
    ],
    [["--signature", "x"], 'payment-sandbox: --signature: expected one of off, warn, enforce, found "x"\n'],
    [["--config", "none.yaml"], "payment-sandbox: --config: no such file: none.yaml\n"],
    [
      ["scenarios", "reset-on-refnd"],
      'payment-sandbox: no built-in scenario "reset-on-refnd"; did you mean reset-on-refund?\n',
    ],
    [
      ["scenarios", "refnd-short"],
      'payment-sandbox: no built-in scenario "refnd-short"; did you mean refund-short-of-balance?\n',
    ],
    [
      ["scenarios", "nothing-like-it"],
      'payment-sandbox: no built-in scenario "nothing-like-it"; npx payment-sandbox scenarios lists the names\n',
    ],
    [
      ["start", "--scenario", "refund-short"],
      "payment-sandbox: scenario refund-short: there is no such file, and the catalogue has no such name; did you mean refund-short-of-balance?\n",
    ],
    [
      ["exec", "--scenario", "rate-limited", "b.yaml", "--", "true"],
      "payment-sandbox: there is no command b.yaml; options stand before the command, --scenario once for each file, and an --only with * needs quotes\n",
    ],
    [
      ["exec", "package.json", "true"],
      "payment-sandbox: there is no command package.json; options stand before the command, --scenario once for each file, and an --only with * needs quotes\n",
    ],
    [["exec", "--junit", "x.xml", "true"], "payment-sandbox: unknown option '--junit': write --report junit=<file>\n"],
    [["snapshot", "restore", "x"], "payment-sandbox: unknown command 'restore'; did you mean snapshot load?\n"],
    [
      ["exec", "python3 shop.py"],
      "payment-sandbox: there is no command python3 shop.py; give each word by itself, without quotes around all: python3 shop.py\n",
    ],
    [
      ["exec", "npm ci && npm test"],
      "payment-sandbox: there is no command npm ci && npm test; use a shell: sh -c 'npm ci && npm test'\n",
    ],
    [
      ["exec", "no-such-program"],
      "payment-sandbox: there is no command no-such-program; it is not on the PATH: install it, or give its path\n",
    ],
    [
      ["exec", packagePath("package.json")],
      `payment-sandbox: ${packagePath("package.json")} is not executable: chmod +x ${packagePath("package.json")}, or name the program that runs it\n`,
    ],
    [
      ["verify", "--lane", "b-*", "--lane", "c-1"],
      'payment-sandbox: --lane: expected one lane, found "b-*" and "c-1"\n',
    ],
  ])("%j is one clear line and exit 2", async (args, stderr) => {
    expect(await run(args)).toEqual({ exitCode: 2, stdout: "", stderr });
  });

  it("names what was typed where an address is wrong", async () => {
    const wrong = ': expected an address such as http://localhost:4655, found "localhost:1"\n';
    const byVariable = await run(["readyz"], { env: { PAYMENT_SANDBOX_URL: "localhost:1" } });
    expect(byVariable).toMatchObject({ exitCode: 2, stderr: `payment-sandbox: PAYMENT_SANDBOX_URL${wrong}` });
    const byFlag = await run(["readyz", "--url", "localhost:1"]);
    expect(byFlag).toMatchObject({ exitCode: 2, stderr: `payment-sandbox: --url${wrong}` });
  });

  it.each([[["exec", "--seed", "7"]], [["exec", "--seed", "7", "--"]]])(
    "%j takes all from the command's first word on",
    async (args) => {
      const script = "console.log(process.argv.slice(1).join(' '))";
      const ran = await runProcess([...args, process.execPath, "-e", script, "--", "--seed", "x", "--help", "--", "y"]);
      expect(ran).toMatchObject({ exitCode: 0, stdout: "--seed x --help -- y\n" });
    },
  );

  it("names the environment variable that is wrong", async () => {
    const { exitCode, stderr } = await run(["start"], { env: { PAYMENT_SANDBOX_SEED: "x" } });
    expect(exitCode).toBe(2);
    expect(stderr).toBe(
      'payment-sandbox: PAYMENT_SANDBOX_SEED: expected a whole number from 0 to 2147483647, found "x"\n',
    );
  });
});

describe("validate", () => {
  it("names the place of a given state that contradicts itself, as exec does", async () => {
    using folder = testFolder();
    const order = "    - { merchantId: 3, merchantReference: A, amount: 10 }\n";
    writeFileSync(join(folder.path, "a.scenario.yaml"), `name: a\ngiven:\n  orders:\n${order}${order}`);
    const place = /^a\.scenario\.yaml:5:7: given\.orders\[1\] cannot be applied: duplicate-reference \(order \d+\)\n$/;
    for (const args of [["validate"], ["exec", "--scenario", "a.scenario.yaml", "--", "true"]]) {
      const { exitCode, stderr } = await run(args, { cwd: folder.path });
      expect([exitCode, stderr]).toEqual([2, expect.stringMatching(place)]);
    }
  });

  it("tells faults by place, in every file below the working folder", async () => {
    using folder = testFolder();
    mkdirSync(join(folder.path, "node_modules"));
    writeFileSync(join(folder.path, "node_modules/x.scenario.yaml"), "nonsense");
    writeFileSync(join(folder.path, "a.scenario.yaml"), "name: a\nrules:\n  - then: { outcom: approve }\n");
    const { exitCode, stderr } = await run(["validate"], { cwd: folder.path });
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(
      /^a\.scenario\.yaml:3:13: unknown member "outcom" in rules\[0\]\.then, .*did you mean outcome\?$/m,
    );
    expect(stderr).not.toContain("node_modules");
  });

  it("warns of a rule that can never fire, and exits with 0", async () => {
    using folder = testFolder();
    writeFileSync(
      join(folder.path, "a.scenario.yaml"),
      "name: a\nrules:\n  - { chance: 0, then: { outcome: approve } }\n",
    );
    const { exitCode, stdout, stderr } = await run(["validate"], { cwd: folder.path });
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: "1 file valid, 1 warning\n" });
    expect(stderr).toMatch(/^a\.scenario\.yaml:3:\d+: warning: a rule of chance 0 can never fire\n$/);
  });
});

describe("--strict", () => {
  const warned = "name: a\nrules:\n  - { chance: 0, then: { outcome: approve } }\n";

  it.each([
    [["validate", "--strict"], {}],
    [["validate"], { PAYMENT_SANDBOX_STRICT: "true" }],
  ])("%j with %j fails with 2 where validate warns", async (args, env) => {
    using folder = testFolder();
    writeFileSync(join(folder.path, "a.scenario.yaml"), warned);
    const { exitCode, stderr } = await run(args, { cwd: folder.path, env });
    expect(exitCode).toBe(2);
    expect(stderr).toContain("payment-sandbox: 1 warning (--strict treats them as errors)\n");
  });

  it("is no option of start", async () => {
    const { exitCode, stderr } = await run(["start", "--strict"]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("--strict")]);
  });
});

describe("--min-coverage", () => {
  it("fails exec with 4 where less was covered", async () => {
    const { exitCode, stderr } = await run(["exec", "--min-coverage", "0.5", "--", process.execPath, "-e", ""]);
    expect(exitCode).toBe(4);
    expect(stderr).toMatch(
      /^payment-sandbox \| 0 of \d+ cells \(operation × order state × outcome\), 0 %: less than --min-coverage 0.5$/m,
    );
  });

  it("is met by as much", async () => {
    const { exitCode, stderr } = await run(["exec", "--min-coverage", "0", "--", process.execPath, "-e", ""]);
    expect([exitCode, stderr]).toEqual([0, expect.not.stringContaining("--min-coverage")]);
  });

  it("that is no percentage is refused", async () => {
    const { exitCode, stderr } = await run(["exec", "--min-coverage", "101", "--", "true"]);
    expect([exitCode, stderr]).toEqual([
      2,
      'payment-sandbox: --min-coverage: expected a number from 0 to 100, found "101"\n',
    ]);
  });
});

describe("an operation that does not exist", () => {
  it.each([["validate"], ["start", "--port", "0", "--scenario"], ["exec", "--scenario"]])(
    "ends %s in 2",
    async (...args) => {
      using folder = testFolder();
      const file = join(folder.path, "a.scenario.yaml");
      writeFileSync(
        file,
        "name: a\nrules:\n  - { when: { operation: direct/viod }, then: { outcome: maintenance } }\n",
      );
      const command = args[0] === "exec" ? ["--", process.execPath, "-e", ""] : [];
      const { exitCode, stderr } = await run([...args, file, ...command]);
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining('"direct/viod"; did you mean direct/void?')]);
    },
  );
});

describe("scenarios --init", () => {
  it("writes a valid file with the schema line, once", async () => {
    using folder = testFolder();
    const cwd = folder.path;
    expect(await run(["scenarios", "--init"], { cwd })).toMatchObject({ exitCode: 0 });
    expect(await run(["validate"], { cwd })).toMatchObject({ exitCode: 0, stderr: "" });
    expect(await run(["scenarios", "--init"], { cwd })).toMatchObject({ exitCode: 2 });
  });

  it("names a schema that is there, in a folder without node_modules", async () => {
    using folder = testFolder();
    mkdirSync(join(folder.path, "deep"));
    await run(["scenarios", "--init", "deep/own.scenario.yaml"], { cwd: folder.path });
    const [, schema = ""] =
      /\$schema=(.*)/.exec(readFileSync(join(folder.path, "deep/own.scenario.yaml"), "utf8")) ?? [];
    expect(readFileSync(join(folder.path, "deep", schema), "utf8")).toContain('"$schema"');
  });
});

describe("magic --json", () => {
  it("has a row for each card, and one amount for each outcome", async () => {
    const { cards, amounts } = JSON.parse((await run(["magic", "--json"])).stdout);
    expect(cards[0]).toMatchObject({ number: "4111111111111111", brand: "VISA", outcome: "approve" });
    expect(new Set(amounts.map(({ outcome }: { outcome: string }) => outcome)).size).toBe(amounts.length);
  });
});

describe("scenario.schema.json", () => {
  it("is in step with the schemas: npm run build writes it", () => {
    expect(JSON.parse(packageText("scenario.schema.json"))).toEqual(JSON.parse(JSON.stringify(scenarioEditorSchema())));
  });
});

describe("a TMPDIR that takes no folders", () => {
  const options = { env: { TMPDIR: "/proc/none" } };

  it("is no matter for a command that needs none", async () => {
    expect(await runProcess(["--version"], options)).toMatchObject({ exitCode: 0 });
  });

  it("is told by one that needs it, and ends it", async () => {
    expect(await runProcess(["judge", "--", "true"], options)).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining(
        "cannot make a folder in /proc/none (no such file or directory): set TMPDIR to one",
      ),
    });
  });
});
