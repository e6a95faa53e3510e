import { ownAuthority } from "./authority.js";
import type { Pair } from "./certificates.js";

/** A server's certificate, and how clients can trust it. */
export interface ServerCertificate extends Pair {
  /** The certificate file to trust. Undefined if the user gave the certificate. */
  readonly caFile: string | undefined;
}

/** A server's TLS settings. */
export interface TlsSettings {
  /** PEM. */
  readonly cert: string | undefined;
  readonly key: string | undefined;
  readonly host: string | undefined;
  readonly baseUrl: string | undefined;
  readonly allowedHosts: readonly string[];
}

/** The given certificate, or one signed by the sandbox's own authority for all its names. Throws CannotStart. */
export async function serverCertificate(settings: TlsSettings): Promise<ServerCertificate> {
  const { cert, key } = settings;
  if (cert !== undefined && key !== undefined) return { cert, key, caFile: undefined };
  const authority = await ownAuthority();
  const { leafOf } = await import("./certificates.js");
  return { ...(await leafOf(authority, namesOf(settings), Date.now())), caFile: authority.certFile };
}

const always = ["localhost", "127.0.0.1", "::1", "host.docker.internal"];

function namesOf({ host, baseUrl, allowedHosts }: TlsSettings): readonly string[] {
  const ofBase = baseUrl === undefined ? [] : [new URL(baseUrl).hostname.replace(/^\[|\]$/g, "")];
  const others = [host, ...ofBase, ...allowedHosts].filter((name) => name !== undefined && !isAll(name)) as string[];
  return [...new Set([...always, ...others])];
}

const isAll = (name: string): boolean => name === "*" || name === "0.0.0.0" || name === "::";
