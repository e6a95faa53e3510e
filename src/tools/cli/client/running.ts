import { DEFAULT_URL } from "../../../package/default-url.js";
import { CommandFailed, InvalidInput } from "../../../package/errors.js";
import { objectIn } from "../../../package/json.js";
import {
  hasOwnUrl,
  type Identity,
  type LiveSandbox,
  liveSandboxes,
  localUrl,
  portOf,
  withLocalhost,
} from "./registry.js";

/** How long a sandbox on this machine may take to answer, in milliseconds. */
const PATIENCE_MS = 3000;

/** What an address on this machine said. `refused`: nothing listens there. `silent`: no answer in time. */
type Said = { readonly status: number; readonly instance: string; readonly body: string } | "refused" | "silent";

/** A registered sandbox that is there. `answers`: false if its process is there, but it doesn't answer. */
export interface FoundSandbox extends LiveSandbox {
  readonly answers: boolean;
}

/**
 * This user's sandboxes, newest first. Each was asked who it is, because after a crash another program may have its
 * process id. One of version 0.1.0 can't say.
 */
export async function foundSandboxes(env: NodeJS.ProcessEnv = process.env): Promise<readonly FoundSandbox[]> {
  const found = await Promise.all(
    liveSandboxes(env).map(async (entry): Promise<FoundSandbox | undefined> => {
      const state = await whetherAnswers(entry);
      return state === "gone" ? undefined : { ...entry, answers: state === "answers" };
    }),
  );
  return found.filter((each) => each !== undefined);
}

/** What the user calls a sandbox. */
export interface SandboxName {
  readonly by: "port" | "url";
  /** The option or variable that named it. */
  readonly source: string;
  readonly value: string;
}

export interface NamedByOption {
  readonly port?: number | undefined;
  readonly url?: string | undefined;
}

export function namedByOption({ port, url }: NamedByOption): SandboxName | undefined {
  if (port !== undefined) return { by: "port", source: "--port", value: String(port) };
  return url === undefined ? undefined : { by: "url", source: "--url", value: url };
}

/** The sandboxes of this name: nodes may share a URL. Throws CommandFailed if there is none. */
export function theNamed(found: readonly FoundSandbox[], named: SandboxName): readonly FoundSandbox[] {
  const fits = namedIn(found, named);
  if (fits.length > 0) return fits;
  const others = found.length === 0 ? "none runs" : `these run: ${found.map(shown).join(", ")}`;
  throw new CommandFailed(
    `${named.source}: no sandbox of yours runs at ${named.value}; ${others}. One of exec, of a test or of an agent's client (mcp) ends with that program`,
  );
}

function namedIn(found: readonly FoundSandbox[], { by, source, value }: SandboxName): readonly FoundSandbox[] {
  if (by === "port") return found.filter((sandbox) => portOf(sandbox) === value);
  if (!URL.canParse(value))
    throw new InvalidInput(`${source}: expected an address such as ${DEFAULT_URL}, found ${JSON.stringify(value)}`);
  const origin = withLocalhost(new URL(value));
  const listening = found.filter((sandbox) => localUrl(sandbox) === origin);
  // It may be the address of one of the nodes that share it as their base URL.
  return listening.length > 0 ? listening : found.filter(({ url }) => withLocalhost(new URL(url)) === origin);
}

/** Its address on this machine, and the one that callers use, if that is another. */
export const shown = (sandbox: FoundSandbox): string =>
  hasOwnUrl(sandbox) ? sandbox.url : `${localUrl(sandbox)} (base URL ${sandbox.url})`;

/** Asks a sandbox who it is. `gone`: nobody answers at its address, or another sandbox does. */
export async function whetherAnswers({ url, identity }: LiveSandbox): Promise<"answers" | "silent" | "gone"> {
  const said = await ask(identity?.listens ?? url, "/livez");
  if (said === "refused") return "gone";
  if (said === "silent") return "silent";
  return identity === undefined || said.instance === identity.instance ? "answers" : "gone";
}

/** True if a sandbox answers at this address, also one that refuses to without a token. */
export async function isSandbox(base: string): Promise<boolean> {
  const said = await ask(base, "/_sandbox/health");
  const { lanes, fix } = (typeof said === "string" ? undefined : objectIn(said.body)) ?? {};
  return lanes !== undefined || fix !== undefined;
}

/** The names of a sandbox's lanes. `refused`: it has a token, and it isn't this one. */
export async function lanesOf(
  { url, identity }: LiveSandbox,
  token?: string,
): Promise<readonly string[] | "refused" | "unknown"> {
  const said = await ask(identity?.listens ?? url, "/_sandbox/health", token);
  if (typeof said === "string") return "unknown";
  if (said.status === 401) return "refused";
  try {
    const { lanes } = JSON.parse(said.body) as { lanes?: readonly string[] };
    return said.status === 200 && Array.isArray(lanes) ? lanes : "unknown";
  } catch {
    return "unknown";
  }
}

/**
 * Gets a path. `fetch` takes three times the CPU. A certificate proves nothing here that the instance doesn't, so any is
 * accepted.
 */
function ask(base: Identity["listens"], path: string, token?: string): Promise<Said> {
  // Loaded here, because commands that ask nobody load this file, too.
  const { get } = process.getBuiltinModule(base.startsWith("https:") ? "node:https" : "node:http");
  return new Promise((done) => {
    const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
    const options = { headers, agent: false, rejectUnauthorized: false, signal: AbortSignal.timeout(PATIENCE_MS) };
    const request = get(`${base.replace(/\/+$/, "")}${path}`, options, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (text: string) => {
        body += text;
      });
      const instance = String(response.headers["x-sandbox-instance"] ?? "");
      response.once("end", () => done({ status: response.statusCode!, instance, body }));
      response.once("error", () => done("silent"));
    });
    request.once("error", ({ code }: NodeJS.ErrnoException) => done(code === "ECONNREFUSED" ? "refused" : "silent"));
  });
}
