import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { packagePath } from "../../src/package/files.js";

/** A package of a lock file. */
interface Locked {
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
}

/** What `npm ci` installs on this kind of system. */
const isFor = ({ os = [], cpu = [], libc = [] }: Locked, system: { os: string; cpu: string; libc?: string }): boolean =>
  fits(os, system.os) && fits(cpu, system.cpu) && (system.libc === undefined || fits(libc, system.libc));

const fits = (wanted: readonly string[], is: string): boolean =>
  wanted.length === 0 ||
  (wanted.some((one) => !one.startsWith("!")) ? wanted.includes(is) : !wanted.includes(`!${is}`));

const MOST_PACKAGES = 300;

it.each([
  { os: "linux", cpu: "x64", libc: "glibc" },
  { os: "linux", cpu: "arm64", libc: "glibc" },
  { os: "darwin", cpu: "arm64" },
  { os: "win32", cpu: "x64" },
])("a clone installs at most 300 packages on %j", (system) => {
  const { packages } = JSON.parse(readFileSync(packagePath("package-lock.json"), "utf8")) as {
    packages: Readonly<Record<string, Locked>>;
  };
  const installed = Object.entries(packages).filter(([path, one]) => path !== "" && isFor(one, system));
  expect(installed.length).toBeGreaterThan(100);
  expect(installed.length).toBeLessThanOrEqual(MOST_PACKAGES);
});
