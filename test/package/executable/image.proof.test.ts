import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { imageOf } from "../../../build/release/image.js";
import { clientOf, requests } from "../../support/client.js";
import { executable, noExecutable } from "../../support/executable.js";
import { configSchema, indexSchema, layoutSchema, manifestSchema } from "../../support/oci-schemas.js";
import { type TestFolder, testFolder } from "../../support/sandbox.js";

let folder: TestFolder;
let root: string;
const at = (path: string): string => join(folder.path, "layout", path);
const json = (path: string): unknown => JSON.parse(readFileSync(at(path), "utf8"));
const digestOf = (bytes: Uint8Array): string => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
const pathOf = (digest: string): string => `blobs/${digest.replace(":", "/")}`;

beforeAll(async () => {
  if (noExecutable !== undefined) return;
  folder = testFolder();
  root = join(folder.path, "root");
  mkdirSync(at("."));
  mkdirSync(root);
  writeFileSync(at("../image.tar"), imageOf({ version: "1.2.3", executable: await executable() }));
  execFileSync("tar", ["-xf", at("../image.tar"), "-C", at(".")]);
}, 300_000);
afterAll(() => folder?.[Symbol.dispose]());

const read = () => {
  const index = indexSchema.parse(json("index.json"));
  const manifest = manifestSchema.parse(json(pathOf(index.manifests[0]!.digest)));
  return { index, manifest, config: configSchema.parse(json(pathOf(manifest.config.digest))) };
};

describe.skipIf(noExecutable !== undefined)("the container image", () => {
  it("is an OCI layout, whose blobs are as they are described", () => {
    layoutSchema.parse(json("oci-layout"));
    const { index, manifest } = read();
    const described = [...index.manifests, manifest.config, ...manifest.layers];
    expect(readdirSync(at("blobs/sha256")).sort()).toEqual(described.map(({ digest }) => digest.slice(7)).sort());
    for (const { digest, size } of described) {
      const bytes = readFileSync(at(pathOf(digest)));
      expect([digestOf(bytes), bytes.length]).toEqual([digest, size]);
    }
  });

  it("has one layer, runs as nobody's user, and says what it is", () => {
    const { manifest, config } = read();
    expect(manifest.layers).toHaveLength(1);
    const layer = gunzipSync(readFileSync(at(pathOf(manifest.layers[0]!.digest))));
    expect(config.rootfs.diff_ids).toEqual([digestOf(layer)]);
    expect(config.config.User).not.toMatch(/^0:|:0$/);
    expect(config.config.Labels["org.opencontainers.image.version"]).toBe("1.2.3");
    execFileSync("tar", ["-xf", "-", "-C", root], { input: layer, maxBuffer: 2 ** 30 });
  });

  it("holds the executable, what it links, a passwd file and an empty folder, and no shell", () => {
    const paths = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
      (path) => !statSync(join(root, path)).isDirectory(),
    );
    const others = paths.filter((path) => !/^lib(64)?\/([\w-]+\/)?(lib|ld-)[\w.+-]+\.so\.\d+$/.test(path));
    expect(others.sort()).toEqual(["etc/group", "etc/passwd", "payment-sandbox"]);
    expect(readdirSync(join(root, "tmp"))).toEqual([]);
    expect(statSync(join(root, "tmp")).mode & 0o7777).toBe(0o1777);
    expect(readFileSync(join(root, "etc/passwd"), "utf8")).toMatch(/^payment-sandbox:x:65532:65532:/);
    expect(existsSync(join(root, "bin/sh"))).toBe(false);
  });

  // Only root may change the root of a process.
  it.skipIf(process.getuid?.() !== 0)("starts in a root of its own as its user, and answers", async () => {
    const { User, Env, Entrypoint, Cmd, WorkingDir } = read().config.config;
    const words = [`--userspec=${User}`, root, ...Entrypoint, ...Cmd, "--port", "0"];
    const env = Object.fromEntries(Env.map((line) => line.split("=") as [string, string]));
    const chroot = ["/usr/sbin/chroot", "/usr/bin/chroot"].find((path) => existsSync(path))!;
    const child = spawn(chroot, words, {
      env: { ...env, PWD: WorkingDir, PAYMENT_SANDBOX_ADMIN_TOKEN: "local" },
      stdio: ["ignore", "pipe", "ignore"],
    });
    try {
      const [line] = (await once(createInterface(child.stdout), "line")) as [string];
      const url = line.replace("payment-sandbox ready at ", "");
      const { body } = await clientOf(url)("hosted-checkout/create", requests.create());
      expect(body).toMatchObject({ responseCode: "0000" });
      expect((await fetch(`${url}/_sandbox/orders`)).status).toBe(401);
      const owner = statSync(join(root, "tmp", readdirSync(join(root, "tmp"))[0]!)).uid;
      expect(owner).toBe(65_532);
    } finally {
      child.kill("SIGTERM");
    }
    const [code] = child.exitCode === null ? await once(child, "exit") : [child.exitCode];
    expect(code).toBe(143);
  });
});
