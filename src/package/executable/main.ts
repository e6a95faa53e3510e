// The room `executable`: the first code that a single executable runs. It unpacks the package and runs its bin.
import { createRequire } from "node:module";
import { join } from "node:path";
import { getRawAsset } from "node:sea";
import { gunzipSync } from "node:zlib";
import { cacheFolders, here } from "./cache-folder.js";
import { type Manifest, unpack } from "./unpack.js";

const asset = (name: string): Uint8Array => new Uint8Array(getRawAsset(name) as ArrayBuffer);
/** The files of the package are compressed. The manifest, which each start reads, is not. */
const read = (path: string): Uint8Array => gunzipSync(asset(path));

/** The first writable folder. If there is none, throws the last folder's error. */
function unpacked(): string {
  const manifest = JSON.parse(Buffer.from(asset("manifest.json")).toString("utf8")) as Manifest;
  const place = here();
  let fault: unknown;
  for (const cache of cacheFolders(place)) {
    try {
      return unpack({ manifest, read, cache, uid: place.uid });
    } catch (error) {
      fault = error;
    }
  }
  throw fault;
}

try {
  const folder = unpacked();
  createRequire(join(folder, "package.json"))("./bin/payment-sandbox.js");
} catch (error) {
  const { message } = error as Error;
  process.stderr.write(`payment-sandbox: cannot unpack itself: ${message}; XDG_CACHE_HOME names another folder\n`);
  process.exitCode = 3;
}
