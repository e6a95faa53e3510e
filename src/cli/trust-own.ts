import tls from "node:tls";
import { InvalidInput } from "../package/errors.js";
import { authorityCertificate } from "../tls/authority.js";

/** Lets this process call a sandbox over HTTPS whose certificate the own CA of this user signed. Throws InvalidInput. */
export function trustOwn(url: string): void {
  const certificate = authorityCertificate();
  if (certificate === undefined) return;
  // Node.js has it since 22.19.
  if (typeof tls.setDefaultCACertificates === "function")
    tls.setDefaultCACertificates([...tls.getCACertificates("default"), certificate]);
  else if (!process.env.NODE_EXTRA_CA_CERTS) throw tooOld(url);
}

const tooOld = (url: string): InvalidInput =>
  new InvalidInput(
    `${url}: to trust the own CA needs Node.js 22.19 or newer, or NODE_EXTRA_CA_CERTS with its file (keys --ca > ca.pem)`,
  );
