import { ownAuthority } from "./authority.js";
import type { Pair } from "./certificates.js";

/** What a server shows its clients. */
export interface ServerCertificate extends Pair {
  /** The file of the certificate to trust; undefined where the user gave the certificate. */
  readonly caFile: string | undefined;
}

/** What a server was started with. */
export interface TlsSettings {
  /** PEM. */
  readonly cert: string | undefined;
  readonly key: string | undefined;
  readonly host: string | undefined;
  readonly baseUrl: string | undefined;
  readonly allowedHosts: readonly string[];
}

/** The given certificate, or one of the own authority for all that the sandbox is called by. Throws CannotStart. */
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
