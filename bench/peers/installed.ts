import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { at } from "../servers.ts";
import { peers } from "./peers.ts";

/** The peers are no dependency of ours: they are installed into the cache when they are asked for. */
export function installed(): string {
  const folder = at("../node_modules/.cache/payment-sandbox-bench/peers");
  mkdirSync(folder, { recursive: true });
  const dependencies = Object.fromEntries(peers.map((peer) => [peer.package, peer.version]));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies }));
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"], {
    cwd: folder,
    stdio: "inherit",
  });
  return folder;
}
