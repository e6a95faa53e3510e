import tls from "node:tls";
import { InvalidInput } from "../../package/errors.js";
import { authorityCertificate } from "../../tls/authority.js";

/**
 * Makes this process trust a sandbox whose HTTPS certificate was signed by this user's own CA. Throws InvalidInput.
 */
export function trustOwn(url: string): void {
  const certificate = authorityCertificate();
  if (certificate === undefined) return;
  // Node.js has this function since 22.19.
  if (typeof tls.setDefaultCACertificates === "function")
    tls.setDefaultCACertificates([...tls.getCACertificates("default"), certificate]);
  else if (!process.env.NODE_EXTRA_CA_CERTS) throw tooOld(url);
}

const tooOld = (url: string): InvalidInput =>
  new InvalidInput(
    `${url}: the sandbox's CA needs Node.js 22.19 or newer, or its file in NODE_EXTRA_CA_CERTS (keys --ca > ca.pem)`,
  );
