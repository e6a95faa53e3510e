import { createHash, randomBytes } from "node:crypto";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

/** A file inside the executable. */
export interface PackedFile {
  /** The path below the package's folder, with `/`. */
  readonly path: string;
  readonly bytes: number;
  /** In hex. */
  readonly sha256: string;
}

/** The contents of an executable. */
export interface Manifest {
  /** The folder's name. Each version, and each change of contents, has another name. */
  readonly name: string;
  readonly files: readonly PackedFile[];
}

export interface UnpackOptions {
  readonly manifest: Manifest;
  readonly read: (path: string) => Uint8Array;
  /** The folder for unpacked executables. Created if missing. */
  readonly cache: string;
  /** The user's id. Undefined if the system has none. */
  readonly uid: number | undefined;
}

/**
 * The modification time that each unpacked file gets, in seconds since the epoch. A file with another time was
 * changed.
 */
const UNPACKED_AT_S = 946_684_800;

/**
 * Unpacks the files into a folder of the cache, once. At each start, compares the hash of files whose size or time
 * has changed, and rewrites them if it differs. Hashing all files would take a fifth of the start. Several processes
 * may do this at once, because the folder appears as a whole. Returns the folder.
 */
export function unpack(options: UnpackOptions): string {
  const { manifest, cache, uid } = options;
  const folder = join(cache, manifest.name);
  mkdirSync(cache, { recursive: true, mode: 0o700 });
  hold(cache, uid);
  if (!isFolder(folder)) putWhole(folder, options);
  hold(folder, uid);
  for (const file of manifest.files) if (!isAsPacked(folder, file)) replace(folder, file, options);
  return folder;
}

/** Code is run from this folder, so nobody else may write into it. */
function hold(folder: string, uid: number | undefined): void {
  if (uid === undefined) return;
  const stat = lstatSync(folder);
  if (!stat.isDirectory()) throw new Error(`${folder} is no folder`);
  if (stat.uid !== uid) throw new Error(`${folder} belongs to another user`);
  if ((stat.mode & 0o022) !== 0) chmodSync(folder, stat.mode & 0o755);
}

const isFolder = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
const beside = (path: string): string => `${path}.${process.pid}.${randomBytes(4).toString("hex")}`;

/**
 * Writes the folder elsewhere and moves it into place in one step. If another process was first, its folder stays.
 */
function putWhole(folder: string, { manifest, read }: UnpackOptions): void {
  const aside = beside(folder);
  try {
    for (const { path } of manifest.files) write(join(aside, path), read(path));
    renameSync(aside, folder);
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    if (!isFolder(folder)) throw error;
  }
}

function write(path: string, bytes: Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, bytes, { mode: 0o600 });
  utimesSync(path, UNPACKED_AT_S, UNPACKED_AT_S);
}

function isAsPacked(folder: string, { path, bytes, sha256 }: PackedFile): boolean {
  const file = join(folder, path);
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat?.isFile() || stat.size !== bytes) return false;
  if (stat.mtimeMs === UNPACKED_AT_S * 1000) return true;
  if (hashOf(readFileSync(file)) !== sha256) return false;
  utimesSync(file, UNPACKED_AT_S, UNPACKED_AT_S);
  return true;
}

/** Replaces the file atomically, because another process may be reading it. */
function replace(folder: string, { path }: PackedFile, { read }: UnpackOptions): void {
  const file = join(folder, path);
  const aside = beside(file);
  write(aside, read(path));
  renameSync(aside, file);
}
