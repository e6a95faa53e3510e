import { execFile, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { packagePath } from "../../../src/package/files.js";

/** An HTTP client of a shop: a program beside this file that posts a file to a URL for each pair of arguments. */
export interface HttpClient {
  /** As docs/http-clients.md has it, without the version. */
  readonly name: string;
  readonly command: readonly [program: string, ...args: string[]];
  /** Its command ends with 0 if the client is installed. */
  readonly probe: readonly [program: string, ...args: string[]];
  /** True if the client sends a POST again by itself. */
  readonly sendsAgain: boolean;
  /** True if the client has no switch that turns this off. The others read NEVER_AGAIN. */
  readonly hasNoSwitch?: boolean;
  /** The loss after which it does so. `connection-reset` if left out. */
  readonly fault?: "empty-response";
  /** Packages of npm that it needs, with their versions. They aren't dependencies of ours. */
  readonly packages?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const file = (name: string): string => packagePath(join("test/support/clients", name));
const OKHTTP = "/usr/share/java/okhttp.jar:/usr/share/java/okio.jar";
/** Debian's Python, which has Debian's packages. Another may come first on the path. */
const PYTHON = existsSync("/usr/bin/python3") ? "/usr/bin/python3" : "python3";
const python = (script: string, module: string): Pick<HttpClient, "command" | "probe"> => ({
  command: [PYTHON, file(script)],
  probe: [PYTHON, "-c", `import ${module}`],
});

/** Those of docs/http-clients.md that Debian 12 and npm have. */
export const clients: readonly HttpClient[] = [
  { name: "curl", command: ["sh", file("curl.sh")], probe: ["curl", "--version"], sendsAgain: true },
  {
    name: "PHP curl extension",
    command: ["php", file("php-curl.php")],
    probe: ["php", "-r", "exit(extension_loaded('curl') ? 0 : 1);"],
    sendsAgain: true,
  },
  {
    name: "Java HttpURLConnection",
    command: ["java", file("HttpUrlConnection.java")],
    probe: ["javac", "-version"],
    sendsAgain: true,
  },
  { name: "Python http.client", ...python("py-http-client.py", "http.client"), sendsAgain: false },
  { name: "Node fetch", command: [process.execPath, file("fetch.mjs")], probe: ["true"], sendsAgain: false },
  { name: "Wget", command: ["sh", file("wget.sh")], probe: ["wget", "--version"], sendsAgain: true },
  {
    name: "Guzzle",
    command: ["php", file("guzzle.php")],
    probe: ["php", "-r", "require '/usr/share/php/GuzzleHttp/autoload.php';"],
    sendsAgain: true,
  },
  {
    name: "OkHttp",
    command: ["java", "-cp", OKHTTP, file("OkHttp.java")],
    probe: ["ls", ...OKHTTP.split(":")],
    sendsAgain: true,
  },
  {
    name: "Ruby HTTPClient",
    command: ["ruby", "-W0", file("httpclient.rb")],
    probe: ["ruby", "-W0", "-e", 'require "httpclient"'],
    sendsAgain: true,
    hasNoSwitch: true,
  },
  { name: "Perl Furl", command: ["perl", file("furl.pl")], probe: ["perl", "-e", "use Furl"], sendsAgain: true },
  {
    name: "Go fasthttp",
    command: ["go", "run", file("fasthttp.go")],
    probe: ["ls", "/usr/share/gocode/src/github.com/valyala/fasthttp"],
    env: { GO111MODULE: "off", GOPATH: "/usr/share/gocode" },
    sendsAgain: true,
  },
  {
    name: "Crystal HTTP::Client",
    command: ["crystal", "run", file("crystal.cr"), "--"],
    probe: ["crystal", "--version"],
    sendsAgain: true,
    hasNoSwitch: true,
  },
  { name: "Qt 5", ...python("py-qt.py", "PyQt5.QtNetwork"), sendsAgain: true, hasNoSwitch: true },
  {
    name: "Python httplib2",
    ...python("py-httplib2.py", "httplib2"),
    sendsAgain: true,
    hasNoSwitch: true,
    fault: "empty-response",
  },
  { name: "Python requests", ...python("py-requests.py", "requests"), sendsAgain: false },
  {
    name: "npm urllib",
    command: [process.execPath, file("urllib.mjs")],
    probe: ["true"],
    packages: ["urllib@4.9.2"],
    sendsAgain: true,
  },
  {
    name: "npm axios",
    command: [process.execPath, file("axios.mjs")],
    probe: ["true"],
    packages: ["axios@1.21.1"],
    sendsAgain: false,
  },
];

/** True if the client's programs are on this machine. */
export const isInstalled = ({ probe: [program, ...args] }: HttpClient): boolean =>
  spawnSync(program, args, { stdio: "ignore" }).status === 0;

const run = promisify(execFile);

/** Posts each file to its URL, one after another. A line for each: the answer's text, or `lost`. */
export async function postedBy(
  { command: [program, ...args], env }: HttpClient,
  posts: readonly { readonly url: string; readonly file: string }[],
  more: NodeJS.ProcessEnv = {},
): Promise<readonly string[]> {
  const { stdout } = await run(program, [...args, ...posts.flatMap((one) => [one.url, one.file])], {
    env: { ...process.env, ...env, ...more },
  });
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => line.trim());
}
