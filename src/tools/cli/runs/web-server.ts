import { readdirSync } from "node:fs";
import { objectIn } from "../../../package/json.js";
import { filesIn, pythonOf, type Read, readerOf } from "./shop-folder.js";

/** How the judge starts a folder's shop as a web server, and the shopper who buys there. */
export interface WebServer {
  /** Where it was found. */
  readonly from: string;
  /** The shell command of --shop, without single quotes. */
  readonly command: string;
  /** The driver, which the user writes, and what runs it. */
  readonly shopper: string;
  readonly runs: string;
  /** A driver in the same language, below examples. */
  readonly example: string;
}

export function webServerOf(cwd: string): WebServer | undefined {
  const [read, files] = [readerOf(cwd), readdirSync(cwd)];
  return ofPhp(read, files) ?? ofPython(cwd, read, files) ?? ofNode(read);
}

/** A router is written only for that. */
const WEB_ROOTS = ["router.php", "public/index.php", "index.php"];

/** A script that looks at the path of the request, and no part of a framework. */
const ROUTES = /^<\?php.*\$_SERVER\[.?(REQUEST_URI|PATH_INFO)/s;

function ofPhp(read: Read, files: readonly string[]): WebServer | undefined {
  const routers = files.filter((name) => /^[\w.-]+\.php$/.test(name) && ROUTES.test(read(name) ?? ""));
  const from = WEB_ROOTS.find((name) => read(name) !== undefined) ?? (routers.length === 1 ? routers[0] : undefined);
  if (from === undefined) return undefined;
  const command = `PHP_CLI_SERVER_WORKERS=4 php -S 127.0.0.1:$PORT ${from}`;
  return { from, command, shopper: "driver.php", runs: "php", example: "php/driver.php" };
}

/** Flask finds the app, or the function that makes it, by itself. */
const FLASK = /^(?:\w+\s*(?::.*)?=\s*(?:\w+\.)?Flask\(|def (?:create|make)_app\()/m;
const ASGI = /^(\w+)\s*(?::.*)?=\s*(?:\w+\.)?(?:FastAPI|Starlette)\(/m;

function ofPython(cwd: string, read: Read, files: readonly string[]): WebServer | undefined {
  const python = pythonOf(files);
  const shopper = { shopper: "driver.py", runs: python, example: "flask/driver.py" };
  if (read("manage.py") !== undefined) {
    const command = `exec ${python} manage.py runserver --noreload 127.0.0.1:$PORT`;
    return { from: "manage.py", command, ...shopper };
  }
  for (const from of modulesOf(cwd, files)) {
    const text = read(from) ?? "";
    const module = from.replace(/(\/__init__)?\.py$/, "").replace("/", ".");
    const [, app] = ASGI.exec(text) ?? [];
    if (app !== undefined)
      return { from, command: `exec ${python} -m uvicorn ${module}:${app} --port $PORT`, ...shopper };
    if (/\bflask\b/.test(text) && FLASK.test(text))
      return { from, command: `exec ${python} -m flask --app ${module} run -p $PORT`, ...shopper };
  }
  return undefined;
}

/** The folder's modules, and those of its packages that may have the app. */
const modulesOf = (cwd: string, files: readonly string[]): readonly string[] =>
  files
    .flatMap((name) => {
      const inside = /^\w+$/.test(name) ? filesIn(cwd, name) : [];
      return [
        name,
        ...["__init__", "main", "app"].map((module) => `${name}/${module}.py`).filter((one) => inside.includes(one)),
      ];
    })
    .filter((name) => /^(?!test_)(\w+\/)?\w+\.py$/.test(name));

const NODE_SERVERS = ["express", "fastify", "koa", "hono", "@hapi/hapi", "@nestjs/core", "next"];

/** It has to listen on the port that PORT names, as most do. */
function ofNode(read: Read): WebServer | undefined {
  const text = read("package.json") ?? "";
  const {
    dependencies = {},
    scripts = {},
    main,
  } = (objectIn(text) ?? {}) as Record<"dependencies" | "scripts", object> & { main?: unknown };
  if (!NODE_SERVERS.some((name) => name in dependencies)) return undefined;
  const shopper = { shopper: "driver.mjs", runs: "node", example: "shops/server/driver-with-redirect.mjs" };
  if ("start" in scripts) return { from: "package.json", command: "exec npm start", ...shopper };
  const files = [main, "server.js", "app.js", "index.js"].filter((name) => typeof name === "string");
  const file = files.find((name) => /^[\w./-]+$/.test(name) && read(name) !== undefined);
  return file === undefined ? undefined : { from: file, command: `exec node ${file}`, ...shopper };
}
