import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { packagePath } from "../../../src/package/files.js";
import { quickNpx } from "../../support/quick-npx.js";
import { testFolder } from "../../support/sandbox.js";
import { run } from "../cli/cli.js";

/** A folder with these files, in which `npx payment-sandbox` is this checkout. */
function shopWith(files: Readonly<Record<string, string>>) {
  const folder = testFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder.path, name)), { recursive: true });
    writeFileSync(join(folder.path, name), text);
  }
  mkdirSync(join(folder.path, "node_modules/.bin"), { recursive: true });
  symlinkSync(packagePath("bin/payment-sandbox.js"), join(folder.path, "node_modules/.bin/payment-sandbox"));
  return folder;
}

function sh(cwd: string, ...args: readonly string[]) {
  const PATH = [quickNpx(join(cwd, "node_modules/bin")), dirname(process.execPath), process.env.PATH].join(delimiter);
  return spawnSync("sh", ["judge.sh", ...args], { cwd, encoding: "utf8", env: { ...process.env, PATH } });
}

const init = (cwd: string) => run(["judge", "--init"], { cwd });
const lineOf = (cwd: string, start: string) =>
  readFileSync(join(cwd, "judge.sh"), "utf8")
    .split("\n")
    .find((line) => line.startsWith(start));

describe("judge --init", () => {
  it("says what is missing in a folder whose packages Composer has not installed, and so does judge.sh", async () => {
    using folder = shopWith({ "composer.json": '{"require-dev":{"phpunit/phpunit":"^11"}}' });
    using path = testFolder();
    const { stdout } = await run(["judge", "--init"], { cwd: folder.path, env: { PATH: path.path } });
    expect(stdout).toContain(
      "\nfirst: composer install      vendor/ is missing, and composer is not on the path: install Composer before\nnext: ",
    );
    expect(sh(folder.path, "--plan")).toMatchObject({
      status: 2,
      stderr: "judge.sh: vendor/ is missing: run composer install first\n",
    });
    mkdirSync(join(folder.path, "vendor"));
    expect(sh(folder.path, "--plan").stderr).not.toContain("vendor/ is missing");
  });

  it.each([
    ["composer", "\nfirst: composer install      vendor/ is missing\nnext: ", { "phpunit/phpunit": "^11" }],
    ["other", "\nfirst: install Composer      composer is not on the path\nnext: ", {}],
    ["composer", " says.\nnext: ", {}],
  ])("with %s on the path says %j", async (tool, said, dev) => {
    using folder = shopWith({ "composer.json": JSON.stringify({ scripts: { test: "x" }, "require-dev": dev }) });
    using path = testFolder();
    writeFileSync(join(path.path, tool), "");
    const { stdout } = await run(["judge", "--init"], { cwd: folder.path, env: { PATH: path.path } });
    expect(stdout).toContain(said);
  });

  it.each<[string, Readonly<Record<string, string>>, string, string]>([
    ["Node", { "package.json": '{"scripts":{"test":"node shop.mjs"}}' }, "npm test", "sqlite3 "],
    ["Node with Yarn", { "package.json": '{"scripts":{"test":"x"}}', "yarn.lock": "" }, "yarn test", "sqlite3 "],
    [
      "PHP",
      { "composer.json": '{"require-dev":{"phpunit/phpunit":"^11"}}', ".env": "DB=mysql://" },
      "vendor/bin/phpunit",
      "mysql ",
    ],
    ["Laravel", { "composer.json": "{}", artisan: "", ".env": "DB_CONNECTION=pgsql" }, "php artisan test", "psql "],
    ["Java", { "pom.xml": "<project>org.postgresql</project>", mvnw: "" }, "./mvnw -q test", "psql "],
    ["Python", { "pyproject.toml": '[project]\ndependencies = ["pytest", "psycopg"]' }, "python3 -m pytest", "psql "],
    [
      "Python without pytest",
      { "test_shop.py": "import unittest", "pyproject.toml": "" },
      "python3 -m unittest",
      "sqlite3 ",
    ],
    [
      "Python with an environment of its own",
      { ".venv": "", "test_shop.py": "import pytest" },
      ".venv/bin/python -m pytest",
      "sqlite3 ",
    ],
    ["Python with pytest in a test", { "test_shop.py": "import pytest" }, "python3 -m pytest", "sqlite3 "],
    ["Python with plain functions", { "test_shop.py": "def test_it(): pass" }, "python3 -m pytest", "sqlite3 "],
    [
      "Python with a folder of tests",
      { "tests/conftest.py": "", "tests/test_shop.py": "def test_it(): pass" },
      "python3 -m pytest",
      "sqlite3 ",
    ],
    [
      "Python with a folder of unittest's tests",
      { "test/test_shop.py": "from unittest import TestCase" },
      "python3 -m unittest discover -s test",
      "sqlite3 ",
    ],
    ["Django", { "manage.py": "", "requirements.txt": "mysqlclient" }, "python3 manage.py test", "mysql "],
  ])("in a folder of %s names its tests and a line for its database", async (_, files, driver, line) => {
    using folder = shopWith(files);
    const { exitCode, stdout } = await init(folder.path);
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining(`It runs ${driver}, as `)]);
    expect(lineOf(folder.path, "driver=")).toBe(`driver='${driver}'`);
    expect(lineOf(folder.path, `# ${line}`)).toContain("FROM orders");
  });

  it.each([
    [0, "python3", " says.\nnext: "],
    [1, "python3", "\nfirst: pip install pytest      python3 cannot import pytest\nnext: "],
    [
      1,
      ".venv/bin/python",
      "\nfirst: .venv/bin/python -m pip install pytest      .venv/bin/python cannot import pytest",
    ],
  ])("says if Python lacks pytest: %i by %s", async (status, python, said) => {
    using folder = shopWith({ "test_shop.py": "def test_it(): pass", [python]: `#!/bin/sh\nexit ${status}\n` });
    chmodSync(join(folder.path, python), 0o755);
    const { stdout } = await run(["judge", "--init"], { cwd: folder.path, env: { PATH: folder.path } });
    expect(stdout).toContain(said);
  });

  const WEB_ROOTS = [
    ["public/index.php", { "public/index.php": "", "index.php": "" }],
    ["index.php", { "index.php": "" }],
    ["router.php", { "router.php": "", "index.php": "" }],
    [
      "shop.php",
      { "shop.php": "<?php\n$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);", "gateway.php": "<?php" },
    ],
  ] as const;
  const SERVER =
    / judge --shop 'PHP_CLI_SERVER_WORKERS=4 php -S 127.0.0.1:\$PORT (\S+)' --believes \/beliefs "\$@" -- php driver.php$/;

  it.each(WEB_ROOTS)("starts the web server of %s if there are no tests", async (webRoot, files) => {
    using folder = shopWith(files);
    const { stdout } = await init(folder.path);
    expect(stdout).toContain(
      `wrote judge.sh. It starts ${webRoot} for each run, with driver.php as the shopper.\nfirst: cp `,
    );
    expect(SERVER.exec(lineOf(folder.path, "exec ")!)?.[1]).toBe(webRoot);
    expect(sh(folder.path, "--help")).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^judge\.sh: driver\.php is missing: cp \S+ driver\.php, then let it buy, .*\n$/),
    });
    const copy = /^first: (cp \S+ \S+)/m.exec(stdout)?.[1] ?? "";
    expect(spawnSync("sh", ["-c", copy], { cwd: folder.path }).status).toBe(0);
    expect(sh(folder.path, "--help").status).toBe(0);
  });

  const FLASK = "from flask import Flask\napp = Flask(__name__)\n";
  it.each<[string, Readonly<Record<string, string>>, string, string]>([
    ["a Flask app", { "web.py": FLASK }, "exec python3 -m flask --app web run -p $PORT", "python3 driver.py"],
    [
      "a Flask package with a factory and an environment",
      { "shop/__init__.py": "import flask\ndef create_app():\n  return flask.Flask(__name__)", ".venv/x": "" },
      "exec .venv/bin/python -m flask --app shop run -p $PORT",
      ".venv/bin/python driver.py",
    ],
    [
      "a FastAPI app",
      { "app/main.py": "api: FastAPI = FastAPI()", "a.py": "import flask" },
      "exec python3 -m uvicorn app.main:api --port $PORT",
      "python3 driver.py",
    ],
    [
      "an Express app",
      { "package.json": '{"dependencies":{"express":"5"},"main":"shop.js"}', "shop.js": "" },
      "exec node shop.js",
      "node driver.mjs",
    ],
    [
      "a Fastify app with a script",
      { "package.json": '{"dependencies":{"fastify":"5"},"scripts":{"start":"node ."}}' },
      "exec npm start",
      "node driver.mjs",
    ],
  ])("starts %s without tests as a web server", async (_, files, command, shopper) => {
    using folder = shopWith(files);
    expect((await init(folder.path)).stdout).toMatch(/^wrote judge\.sh\. It starts \S+ for each run, with driver\./);
    expect(lineOf(folder.path, "exec ")).toContain(`--shop '${command}' --believes /beliefs "$@" -- ${shopper}`);
    if (shopper.endsWith(".py")) expect(sh(folder.path, "--plan").stderr).toMatch(/cp \S+examples\/flask\/driver\.py /);
  });

  it("offers Django's server beside its tests, and takes no test for a web server", async () => {
    using folder = shopWith({ "manage.py": "", "test_shop.py": FLASK });
    await init(folder.path);
    expect(lineOf(folder.path, "# exec ")).toContain(
      "--shop 'exec python3 manage.py runserver --noreload 127.0.0.1:$PORT' ",
    );
    using other = shopWith({ "test_shop.py": FLASK, "package.json": '{"dependencies":{"express":"5"}}' });
    await init(other.path);
    expect(lineOf(other.path, "# exec ")).toBeUndefined();
  });

  it("offers to start a web server beside the tests, by a line that runs", async () => {
    const [[webRoot, files]] = WEB_ROOTS;
    using folder = shopWith({ ...files, "composer.json": '{"scripts":{"test":"x"}}' });
    expect((await init(folder.path)).stdout).toContain(`\nor: its line --shop starts ${webRoot} for each run`);
    expect(SERVER.exec(lineOf(folder.path, "# exec ")!)?.[1]).toBe(webRoot);
    const text = readFileSync(join(folder.path, "judge.sh"), "utf8");
    writeFileSync(join(folder.path, "judge.sh"), text.replace("\n# exec ", "\nexec "));
    writeFileSync(join(folder.path, "driver.php"), "");
    expect(sh(folder.path, "--help")).toMatchObject({ status: 0, stdout: expect.stringContaining("judge [options]") });
  });

  it("writes what runs at once, and takes the beliefs from the line that is filled in", async () => {
    const shop = packagePath("examples/shops/right.mjs");
    using folder = shopWith({ "package.json": JSON.stringify({ scripts: { test: `node ${shop}` } }) });
    await init(folder.path);
    const plan = sh(folder.path, "--plan");
    expect([plan.status, plan.stdout]).toEqual([0, expect.stringContaining("sale#1/after-commit/connection-reset")]);
    const text = readFileSync(join(folder.path, "judge.sh"), "utf8");
    const believes = `believes='printf "{\\"TEA-1\\":{\\"paid\\":1}}"'`;
    writeFileSync(join(folder.path, "judge.sh"), text.replace("\nbelieves=''", `\n${believes}`));
    const judged = sh(folder.path, "--only", "sale#1/after-commit/*");
    expect([judged.status, judged.stdout]).toEqual([1, expect.stringContaining("the shop: paid 1.00")]);
  });

  it("writes what runs in a folder in which npx would find nothing", async () => {
    using folder = testFolder();
    writeFileSync(join(folder.path, "package.json"), JSON.stringify({ scripts: { test: "true" } }));
    const PATH = (process.env.PATH ?? "").split(delimiter).filter((one) => !one.includes("node_modules"));
    await run(["judge", "--init"], { cwd: folder.path, env: { PATH: PATH.join(delimiter) } });
    const exec = lineOf(folder.path, "exec ")!;
    expect(exec).toContain(`${process.execPath} ${packagePath("bin/payment-sandbox.js")} judge`);
    expect(sh(folder.path, "--help")).toMatchObject({ status: 0, stdout: expect.stringContaining("judge [options]") });
  });

  it("takes no PHP script for a web server if several look at the path", async () => {
    const router = "<?php echo $_SERVER['REQUEST_URI'];";
    using folder = shopWith({ "shop.php": router, "admin.php": router });
    expect((await init(folder.path)).stdout).toContain("Fill in its line driver='' first: ");
  });

  it("asks for the driver if it finds none, and never overwrites", async () => {
    using folder = shopWith({ "package.json": '{"scripts":{"test":"echo \\"Error: no test specified\\" && exit 1"}}' });
    const { stdout } = await init(folder.path);
    expect(stdout).toContain("Fill in its line driver='' first: found no tests by ");
    expect(stdout).toContain(
      "\nor judge a web server: give judge --shop '<what starts it on $PORT>', such as 'php -S 127.0.0.1:$PORT shop.php', ",
    );
    expect(sh(folder.path)).toMatchObject({ status: 2, stderr: "judge.sh: fill in the line driver=''\n" });
    writeFileSync(join(folder.path, "judge.sh"), "# mine\n");
    expect(await init(folder.path)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("exists already") });
    expect(readFileSync(join(folder.path, "judge.sh"), "utf8")).toBe("# mine\n");
  });
});
