import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { InvalidInput } from "../../../package/errors.js";
import { shownPackagePath } from "../../../package/files.js";
import { objectIn } from "../../../package/json.js";
import { quoted, typed } from "../../../package/typed.js";
import { pathFault } from "../../../package/writing.js";
import { filesIn, PYTHON, pythonOf, type Read, readerOf } from "./shop-folder.js";
import { type WebServer, webServerOf } from "./web-server.js";

/** The file that `judge --init` writes into the shop's folder. */
export const ADAPTER = "judge.sh";

/** How the folder's tests are started, and where that was found. */
interface Driver {
  readonly command: string;
  readonly from: string;
  /** True if it runs from the packages that Composer installs into vendor/. */
  readonly needsVendor?: true;
  /** The interpreter that has to know pytest. */
  readonly python?: string;
}

/**
 * Writes the smallest adapter that lets the judge run this folder's tests, and returns what to tell the user. Throws
 * InvalidInput if the file exists, since it may hold the user's own lines.
 */
export function initJudge(cwd: string): string {
  const read = readerOf(cwd);
  const driver = driverOf(read, [...readdirSync(cwd), ...TEST_FOLDERS.flatMap((folder) => filesIn(cwd, folder))]);
  const web = webServerOf(cwd);
  const isServer = web !== undefined && driver === undefined;
  const path = join(cwd, ADAPTER);
  try {
    const text = isServer ? serverAdapter(web) : adapter(driver, databaseOf(read), web);
    writeFileSync(path, text, { flag: "wx", mode: 0o755 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw new InvalidInput(`--init: ${pathFault(error)}`);
    throw new InvalidInput(`--init: ${ADAPTER} exists already; run it, or move it away first`);
  }
  if (isServer)
    return [
      `wrote ${ADAPTER}. It starts ${web.from} for each run, with ${web.shopper} as the shopper.`,
      ...(read(web.shopper) === undefined ? [`first: ${copyShopper(web)}      ${SHOPPER}`] : []),
      PLAN,
      "then: sh judge.sh            the judge; let /beliefs of the shop answer with what it believes",
      BUDGET,
      "",
    ].join("\n");
  const found = driver
    ? `It runs ${driver.command}, as ${driver.from} says.`
    : `Fill in its line driver='' first: ${LOOKED_FOR}.`;
  return [
    `wrote ${ADAPTER}. ${found}`,
    ...(driver ? missingFor(driver, cwd) : []),
    ...(web
      ? [`or: its line --shop starts ${web.from} for each run, and ${web.shopper}, which you write, is the shopper`]
      : driver === undefined
        ? [ANY_SERVER]
        : []),
    PLAN,
    "then: sh judge.sh            the judge; say in its line believes='' where the shop keeps what it believes",
    BUDGET,
    "",
  ].join("\n");
}

/** For a shop whose server is not found. */
const ANY_SERVER =
  "or judge a web server: give judge --shop '<what starts it on $PORT>', such as 'php -S 127.0.0.1:$PORT shop.php', --believes /beliefs, and -- <driver>";

const PLAN = "next: sh judge.sh --plan     what it would try, and how long that takes";
const BUDGET = "or:   sh judge.sh --budget 5m  no longer than that, what matters most first";

/** Where Python's tests are, if not in the folder itself. */
const TEST_FOLDERS = ["tests", "test"];

/** What has to be there before the command can run. */
function missingFor({ command, needsVendor, python }: Driver, cwd: string): readonly string[] {
  if (python !== undefined && !hasPytest(python, cwd)) {
    const pip = python === PYTHON ? "pip" : `${python} -m pip`;
    return [`first: ${pip} install pytest      ${python} cannot import pytest`];
  }
  const hasComposer = (process.env.PATH ?? "").split(delimiter).some((folder) => existsSync(join(folder, "composer")));
  const composer = hasComposer ? "" : "composer is not on the path";
  if (needsVendor && !existsSync(join(cwd, "vendor")))
    return [
      `first: composer install      vendor/ is missing${composer && `, and ${composer}: install Composer before`}`,
    ];
  return command.startsWith("composer ") && composer ? [`first: install Composer      ${composer}`] : [];
}

/** Looks for the package without running it. */
const hasPytest = (python: string, cwd: string): boolean =>
  spawnSync(python, ["-c", "import importlib.util as u; exit(u.find_spec('pytest') is None)"], { cwd }).status === 0;

/** The command of the first build file that says how its tests run. */
const driverOf = (read: Read, files: readonly string[]): Driver | undefined =>
  [ofComposer, ofJava, ofPython, ofNode].map((find) => find(read, files)).find((driver) => driver !== undefined);

const LOOKED_FOR =
  "found no tests by composer.json, pom.xml, build.gradle, manage.py, pytest, test*.py (tests/ and test/ included), nor a script test in package.json";

function ofComposer(read: Read): Driver | undefined {
  const text = read("composer.json");
  if (text === undefined) return undefined;
  const {
    scripts,
    "require-dev": dev,
    require,
  } = (objectIn(text) ?? {}) as Record<"scripts" | "require-dev" | "require", object>;
  const from = "composer.json";
  const packages = { ...require, ...dev };
  // A script of its own needs no packages if the file requires none.
  const installed = Object.keys(packages).some((name) => name.includes("/")) ? { needsVendor: true as const } : {};
  if (scripts && "test" in scripts) return { command: "composer test", from, ...installed };
  if (read("artisan") !== undefined) return { command: "php artisan test", from: "artisan", needsVendor: true };
  if ("pestphp/pest" in packages) return { command: "vendor/bin/pest", from, ...installed };
  return "phpunit/phpunit" in packages ? { command: "vendor/bin/phpunit", from, ...installed } : undefined;
}

function ofJava(read: Read): Driver | undefined {
  if (read("pom.xml") !== undefined)
    return { command: `${read("mvnw") === undefined ? "mvn" : "./mvnw"} -q test`, from: "pom.xml" };
  const gradle = ["build.gradle", "build.gradle.kts"].find((name) => read(name) !== undefined);
  if (gradle === undefined) return undefined;
  // Without the flag, Gradle does not run tests again that passed before.
  return { command: `${read("gradlew") === undefined ? "gradle" : "./gradlew"} test --rerun`, from: gradle };
}

function ofPython(read: Read, files: readonly string[]): Driver | undefined {
  const python = pythonOf(files);
  if (read("manage.py") !== undefined) return { command: `${python} manage.py test`, from: "manage.py" };
  const tests = files.filter((name) => /(^|\/)(test[^/]*|[^/]*_test|conftest)\.py$/.test(name)).toSorted();
  const names = ["pyproject.toml", "pytest.ini", "requirements.txt", ...tests];
  // unittest runs only classes of its own, and pytest runs these too.
  const from =
    names.find((name) => read(name)?.includes("pytest")) ??
    tests.find((name) => !/\bunittest\b/.test(read(name) ?? ""));
  if (from !== undefined) return { command: `${python} -m pytest`, from, python };
  if (tests[0] === undefined) return undefined;
  const folder = tests.every((name) => name.includes("/")) ? dirname(tests[0]) : undefined;
  return { command: `${python} -m unittest${folder === undefined ? "" : ` discover -s ${folder}`}`, from: tests[0] };
}

function ofNode(read: Read): Driver | undefined {
  const text = read("package.json");
  if (text === undefined) return undefined;
  const { scripts } = (objectIn(text) ?? {}) as { scripts?: Readonly<Record<string, string>> };
  // What `npm init` writes is no test.
  if (typeof scripts?.test !== "string" || scripts.test.includes("no test specified")) return undefined;
  const tool = read("pnpm-lock.yaml") !== undefined ? "pnpm" : read("yarn.lock") !== undefined ? "yarn" : "npm";
  return { command: `${tool} test`, from: "package.json" };
}

const COLUMNS = "'paid', paid, 'refunded', refunded, 'currency', currency";

/** A line that prints the beliefs from a table of orders. The names of its columns are the shop's own. */
const lineFor = {
  pgsql: `psql "$DATABASE_URL" -Atc "SELECT json_object_agg(reference, json_build_object(${COLUMNS})) FROM orders"`,
  mysql: `mysql -N "$DB_DATABASE" -e "SELECT JSON_OBJECTAGG(reference, JSON_OBJECT(${COLUMNS})) FROM orders"`,
  sqlite: `sqlite3 shop.db "SELECT json_group_object(reference, json_object(${COLUMNS})) FROM orders"`,
} as const;

/** The database that the folder's settings and packages name. */
function databaseOf(read: Read): keyof typeof lineFor {
  const files = [
    ".env",
    ".env.example",
    "composer.json",
    "package.json",
    "pom.xml",
    "pyproject.toml",
    "requirements.txt",
  ];
  const text = files.map((name) => read(name) ?? "").join("\n");
  if (/postgres|pgsql|psycopg|"pg"/i.test(text)) return "pgsql";
  return /mysql|mariadb/i.test(text) ? "mysql" : "sqlite";
}

/** In the form of docs/judge.md. */
const serverCommand = ({ command, runs, shopper }: WebServer): string =>
  `exec ${typed()} judge --shop '${command}' --believes /beliefs "$@" -- ${runs} ${shopper}`;

/** Ready for a shell. */
const copyShopper = ({ example, shopper }: WebServer): string =>
  `cp ${quoted(shownPackagePath(`examples/${example}`))} ${shopper}`;

const SHOPPER = "then let it buy, pay and refund at SHOP_URL as a shopper of your shop does";

/** Without tests, the shop's web server is what can be judged. */
const serverAdapter = (web: WebServer): string => `#!/bin/sh
${HEAD}

# The judge starts this shop as a web server for each run. Let /beliefs answer with what the shop believes, as JSON:
# {"<merchantReference>": {"paid": 88, "refunded": 0, "currency": "HKD"}}. Runs go side by side, each with its own port: keep the shop's data
# in the folder that PAYMENT_SANDBOX_STATE_DIR names, or add --jobs 1. With one worker, some mistakes cannot show.
if ! [ -f ${web.shopper} ]; then cat >&2 <<'END'; exit 2; fi
judge.sh: ${web.shopper} is missing: ${copyShopper(web)}, ${SHOPPER}
END
${serverCommand(web)}
`;

const HEAD = `# Judges whether this shop ends up right about the money. It is yours to change: judge --init never overwrites it.
#   sh judge.sh --plan    what it would try, and how long that takes
#   sh judge.sh           the judge; every option of \`payment-sandbox judge\` fits behind it, such as
#   sh judge.sh --budget 5m    no longer than that, what matters most first`;

const serverLine = (
  web: WebServer,
): string => `# Or the judge starts this shop as a web server for each run. Write ${web.shopper}, which buys, pays and refunds there as a shopper, let
# /beliefs answer with what the shop believes, and uncomment this line (docs/judge.md has examples of a driver). Runs go side by side:
# keep the shop's data in the folder that PAYMENT_SANDBOX_STATE_DIR names, or add --jobs 1. With one worker, some mistakes cannot show:
# ${serverCommand(web)}

`;

const adapter = (
  driver: Driver | undefined,
  database: keyof typeof lineFor,
  web: WebServer | undefined,
): string => `#!/bin/sh
${HEAD}

# What buys, pays and refunds, and fails if that goes wrong.${driver ? ` Found in ${driver.from}.` : " FILL IN, such as driver='php driver.php'."}
# Leave out tests that force faults themselves or use only lanes: pytest -k, vitest -t.
driver='${driver?.command ?? ""}'

# What the shop believes: a command that prints {"<merchantReference>": {"paid": 88, "refunded": 0, "currency": "HKD"}}.
# FILL IN. Left empty, the tests may write it to the file that PAYMENT_SANDBOX_BELIEFS_FILE names; without it only practices are judged.
believes=''
# From a database it may be, with the names of your table and columns:
# believes=$(cat <<'SQL'
# ${lineFor[database]}
# SQL
# )

${web === undefined ? "" : serverLine(web)}[ -n "$driver" ] || { echo "judge.sh: fill in the line driver=''" >&2; exit 2; }
${driver?.needsVendor ? '[ -d vendor ] || { echo "judge.sh: vendor/ is missing: run composer install first" >&2; exit 2; }\n' : ""}# One run at a time, because they share this folder's database and port. If each has its own, leave --jobs out.
exec ${typed()} judge --jobs 1 \${believes:+--believes-command "$believes"} "$@" -- sh -c "$driver"
`;
