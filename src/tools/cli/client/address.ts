import { DEFAULT_URL } from "../../../package/default-url.js";
import { InvalidInput } from "../../../package/errors.js";
import { sandboxAddress } from "../../../package/sandbox-address.js";
import { findConfig } from "../../../server/options/discover.js";
import type { ChosenOptions } from "../../../server/options/options.js";
import { hasOwnUrl, isFromAbove, isFromHere, type LiveSandbox, liveSandboxes, portOf, theOne } from "./registry.js";

interface AddressOptions {
  readonly url?: string | undefined;
}

/**
 * A sandbox's address: from flag, environment or config file, else that of this user's running sandbox, else the
 * default of `start`. Throws InvalidInput if several sandboxes run.
 */
export async function urlOf(
  { url }: AddressOptions,
  env: NodeJS.ProcessEnv = process.env,
  isMeant: (sandbox: LiveSandbox) => boolean = () => true,
): Promise<string> {
  const [found, source] = await addressOf(url, env, isMeant);
  const address = sandboxAddress(source, found);
  await trusted(address);
  return address;
}

/** The same for commands to copy. Ignores sandboxes of other folders: they may be somebody else's. */
export const urlFromHere = (options: AddressOptions, env: NodeJS.ProcessEnv = process.env): Promise<string> =>
  urlOf(options, env, isFromAbove);

/** The address, and the name that the user gave it by. */
async function addressOf(
  url: string | undefined,
  env: NodeJS.ProcessEnv,
  isMeant: (sandbox: LiveSandbox) => boolean,
): Promise<readonly [string, string]> {
  if (url !== undefined) return [url, "--url"];
  if (env.PAYMENT_SANDBOX_URL) return [env.PAYMENT_SANDBOX_URL, "PAYMENT_SANDBOX_URL"];
  const found =
    (await urlIn(env)) ?? (await urlOfConfig(env)) ?? running(liveSandboxes(env).filter(isMeant)) ?? DEFAULT_URL;
  return [found, "the sandbox's address"];
}

/**
 * The address of this user's running sandbox. Says on stderr if it was started in another folder, and its port if the address
 * is a base URL.
 */
function running(live: readonly LiveSandbox[]): string | undefined {
  const one = theOne(live, "--url");
  if (one === undefined) return undefined;
  const port = hasOwnUrl(one) ? "" : ` (port ${portOf(one)} here)`;
  const folder = isFromHere(one) ? "" : `, which was started in ${one.cwd}`;
  if (port || folder) process.stderr.write(`payment-sandbox: asks ${one.url}${port}${folder}\n`);
  return one.url;
}

/** For HTTPS: makes this process trust sandboxes whose certificate was signed by this user's own CA. Throws InvalidInput. */
export async function trusted(url: string): Promise<void> {
  if (!url.startsWith("https:")) return;
  const [{ default: tls }, { authorityCertificate }] = await Promise.all([
    import("node:tls"),
    import("../../../server/tls/authority.js"),
  ]);
  const certificate = authorityCertificate();
  if (certificate === undefined) return;
  // Node.js has this function since 22.19.
  if (typeof tls.setDefaultCACertificates === "function")
    tls.setDefaultCACertificates([...tls.getCACertificates("default"), certificate]);
  else if (!process.env.NODE_EXTRA_CA_CERTS)
    throw new InvalidInput(
      `${url}: the sandbox's CA needs Node.js 22.19 or newer, or its file in NODE_EXTRA_CA_CERTS (keys --ca > ca.pem)`,
    );
}

/** The address for this port. Undefined for port 0, because the system chooses that port. */
const localUrl = ({ port, https, cert }: Pick<ChosenOptions, "port" | "https" | "cert">): string | undefined =>
  Number(port || 0) === 0 ? undefined : `http${https || cert !== undefined ? "s" : ""}://localhost:${port}`;

async function urlIn(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  if (!env.PAYMENT_SANDBOX_PORT) return undefined;
  return localUrl((await import("../../../server/options/environment.js")).chosenByEnvironment(env));
}

const urlOfConfig = async (env: NodeJS.ProcessEnv): Promise<string | undefined> => localUrl(await chosenByConfig(env));

async function chosenByConfig(env: NodeJS.ProcessEnv): Promise<ChosenOptions> {
  const file = findConfig(env.PAYMENT_SANDBOX_CONFIG || undefined, process.cwd());
  if (file === undefined) return {};
  return (await (await import("../../../server/options/file.js")).readConfig(file)).chosen;
}

/** The token of the config file, which goes only to the address that the file means. */
export async function tokenOfConfig(url: string, env: NodeJS.ProcessEnv = process.env): Promise<string | undefined> {
  const chosen = await chosenByConfig(env);
  const isMeant = url === (chosen.port === undefined ? DEFAULT_URL : localUrl(chosen));
  return isMeant ? chosen.adminToken : undefined;
}
