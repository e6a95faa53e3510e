// The room `tls`: the certificates of a server that speaks HTTPS, and the user's own authority behind them.
import { X509Certificate } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CannotStart } from "../package/errors.js";
import { stateFolder } from "../package/state-folder.js";
import { writeWhole } from "../package/whole-file.js";
import type { Pair } from "./certificates.js";

/** The user's own certificate authority. */
export interface Authority extends Pair {
  /** Where its certificate alone lies: what clients are told to trust. */
  readonly certFile: string;
}

export const authorityFolder = (env: NodeJS.ProcessEnv = process.env): string => join(stateFolder(env), "https");

/** The authority of this user, made at the first call. Throws CannotStart where its folder cannot be used, or it has expired. */
export async function ownAuthority(folder: string = authorityFolder(), now: number = Date.now()): Promise<Authority> {
  const both = join(folder, "authority.pem");
  const certFile = join(folder, "ca.pem");
  try {
    const pair = read(both) ?? (await make(folder, both, now));
    if (new X509Certificate(pair.cert).validToDate.getTime() < now) throw new Error("it has expired");
    if (orNothing(certFile) !== pair.cert) writeWhole(certFile, pair.cert, 0o644);
    return { ...pair, certFile };
  } catch (error) {
    const why = (error as Error).message;
    throw new CannotStart(`the own CA in ${folder} cannot be used: ${why}; delete the folder, and a new one is made`);
  }
}

/** The certificate of the authority, where one was made. */
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

/** Of several processes that make one at the same time the first wins: a link is not made where a file is. */
async function make(folder: string, file: string, now: number): Promise<Pair> {
  const { newAuthority } = await import("./certificates.js");
  const made = await newAuthority(now);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
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
