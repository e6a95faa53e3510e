import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { gzipSync } from "node:zlib";
import { type Entry, tarOf } from "./tar.ts";

/** Nobody else has this number, and it is not root. */
const USER = 65_532;
const NAME = "payment-sandbox";

const MEDIA = {
  index: "application/vnd.oci.image.index.v1+json",
  manifest: "application/vnd.oci.image.manifest.v1+json",
  config: "application/vnd.oci.image.config.v1+json",
  layer: "application/vnd.oci.image.layer.v1.tar+gzip",
} as const;

export interface ImageOptions {
  readonly version: string;
  /** The path of the executable for Linux x64. */
  readonly executable: string;
}

/**
 * An image with one layer: the executable, the libraries that it links, a passwd file, an empty folder for temporary files. The
 * result is an OCI layout in a tar archive, which container engines load.
 */
export function imageOf({ version, executable }: ImageOptions): Buffer {
  const layer = tarOf(filesOf(executable));
  // The least compression: the archive is a tenth larger, and made in a third of the time.
  const compressed = blob(MEDIA.layer, gzipSync(layer, { level: 1 }));
  const config = blob(MEDIA.config, json(configOf(version, digestOf(layer))));
  const manifest = blob(
    MEDIA.manifest,
    json({ schemaVersion: 2, mediaType: MEDIA.manifest, config: config.descriptor, layers: [compressed.descriptor] }),
  );
  const platform = { architecture: "amd64", os: "linux" };
  const annotations = { "org.opencontainers.image.ref.name": version };
  const manifests = [{ ...manifest.descriptor, platform, annotations }];
  const index = { schemaVersion: 2, mediaType: MEDIA.index, manifests };
  return tarOf([
    { path: "oci-layout", mode: 0o644, content: json({ imageLayoutVersion: "1.0.0" }) },
    { path: "index.json", mode: 0o644, content: json(index) },
    { path: "blobs/", mode: 0o755 },
    { path: "blobs/sha256/", mode: 0o755 },
    ...[manifest, config, compressed].map(({ entry }) => entry),
  ]);
}

function blob(mediaType: string, content: Buffer) {
  const digest = digestOf(content);
  const entry: Entry = { path: `blobs/${digest.replace(":", "/")}`, mode: 0o644, content };
  return { descriptor: { mediaType, digest, size: content.length }, entry };
}

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const digestOf = (bytes: Uint8Array): string => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;

const configOf = (version: string, layer: string) => ({
  architecture: "amd64",
  os: "linux",
  config: {
    User: `${USER}:${USER}`,
    ExposedPorts: { "4655/tcp": {} },
    Env: ["HOME=/tmp", "PATH=/"],
    Entrypoint: [`/${NAME}`],
    // Off loopback the control API wants a bearer token: PAYMENT_SANDBOX_ADMIN_TOKEN, or the one that the start prints.
    Cmd: ["start", "--host", "0.0.0.0"],
    WorkingDir: "/tmp",
    StopSignal: "SIGTERM",
    Labels: {
      "org.opencontainers.image.title": NAME,
      "org.opencontainers.image.version": version,
      "org.opencontainers.image.licenses": "MIT",
    },
  },
  rootfs: { type: "layers", diff_ids: [layer] },
  history: [{ created_by: "npm run image" }],
});

function filesOf(executable: string): readonly Entry[] {
  const libraries = librariesOf(executable);
  const folders = new Set(libraries.flatMap(foldersOf));
  return [
    ...[...folders].sort().map((path) => ({ path: `${path.slice(1)}/`, mode: 0o755 })),
    ...libraries.map((path) => ({ path: path.slice(1), mode: 0o755, content: readFileSync(path) })),
    { path: "etc/", mode: 0o755 },
    { path: "etc/passwd", mode: 0o644, content: text(`${NAME}:x:${USER}:${USER}::/tmp:/nonexistent\n`) },
    { path: "etc/group", mode: 0o644, content: text(`${NAME}:x:${USER}:\n`) },
    { path: "tmp/", mode: 0o1777 },
    { path: NAME, mode: 0o755, content: readFileSync(executable) },
  ];
}

const text = (content: string): Buffer => Buffer.from(content);

/** `ldd` tells `name => path (address)`, and the loader's path alone; what has no path is the kernel's. SQLite's binary needs no more. */
function librariesOf(executable: string): readonly string[] {
  const told = execFileSync("ldd", [executable], { encoding: "utf8" });
  if (told.includes("not found")) throw new Error(`expected every library of ${executable}, found:\n${told}`);
  return [...told.matchAll(/(?:=> |^\s+)(\/\S+) \(/gm)].map(([, path]) => path!).sort();
}

const foldersOf = (path: string): readonly string[] => {
  const folder = dirname(path);
  return folder === "/" ? [] : [...foldersOf(folder), folder];
};
