// The room `tls`: a server's HTTPS certificates, and the user's own certificate authority that signs them.
import { X509Certificate } from "node:crypto";
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CannotStart } from "../../package/errors.js";
import { stateFolder } from "../../package/state-folder.js";
import { makeFolder, pathFault, writeWhole } from "../../package/writing.js";
import type { Pair } from "./certificates.js";

/** The user's own certificate authority. */
export interface Authority extends Pair {
  /** The file with only its certificate, for clients to trust. */
  readonly certFile: string;
}

export const authorityFolder = (env: NodeJS.ProcessEnv = process.env): string => join(stateFolder(env), "https");

/**
 * This user's authority, created on the first call. Throws CannotStart if its folder cannot be used, or if it has
 * expired.
 */
export async function ownAuthority(folder: string = authorityFolder(), now: number = Date.now()): Promise<Authority> {
  const both = join(folder, "authority.pem");
  const certFile = join(folder, "ca.pem");
  try {
    const pair = read(both) ?? (await make(folder, both, now));
    if (new X509Certificate(pair.cert).validToDate.getTime() < now) throw new Error("it has expired");
    if (orNothing(certFile) !== pair.cert) writeWhole(certFile, pair.cert, 0o644);
    return { ...pair, certFile };
  } catch (error) {
    throw new CannotStart(
      `the sandbox's CA in ${folder} cannot be used: ${pathFault(error)}; delete the folder to create a new one`,
    );
  }
}

/** The authority's certificate, if an authority was created. */
export const authorityCertificate = (folder: string = authorityFolder()): string | undefined =>
  orNothing(join(folder, "ca.pem"));

function read(file: string): Pair | undefined {
  const text = orNothing(file);
  if (text === undefined) return undefined;
  const [cert, key] = ["CERTIFICATE", "PRIVATE KEY"].map(
    (kind) => new RegExp(`-----BEGIN ${kind}-----[\\s\\S]*?-----END ${kind}-----\\n`).exec(text)?.[0],
  );
  if (cert === undefined || key === undefined) throw new Error(`${file} holds no certificate with its key`);
  return { cert, key };
}

/** If several processes create one at the same time, the first wins, because a link never replaces an existing file. */
async function make(folder: string, file: string, now: number): Promise<Pair> {
  const { newAuthority } = await import("./certificates.js");
  const made = await newAuthority(now);
  makeFolder(folder, 0o700);
  const aside = `${file}.${process.pid}`;
  writeFileSync(aside, `${made.cert}${made.key}`, { mode: 0o600 });
  try {
    linkSync(aside, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(aside, { force: true });
  }
  return read(file)!;
}

function orNothing(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
