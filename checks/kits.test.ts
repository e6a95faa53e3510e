import { spawnSync } from "node:child_process";
import { cpSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, it } from "vitest";
import { testFolder } from "../test/support/sandbox.js";

interface Said {
  readonly generalDiagnostics: readonly { readonly file: string; readonly severity: string }[];
}

it("the Python kit has complete types, and a file without them has faults", () => {
  using folder = testFolder();
  cpSync("kits/python/payment_sandbox.py", join(folder.path, "kit.py"));
  writeFileSync(join(folder.path, "untyped.py"), "def f(x): return x\n");
  writeFileSync(join(folder.path, "pyrightconfig.json"), '{ "typeCheckingMode": "strict", "pythonVersion": "3.8" }');
  const words = ["checks/node_modules/.bin/pyright", "--outputjson", "-p", folder.path];
  const { stdout } = spawnSync(process.execPath, words, { encoding: "utf8" });
  const { generalDiagnostics }: Said = JSON.parse(stdout);
  const faulty = generalDiagnostics.filter(({ severity }) => severity === "error").map(({ file }) => basename(file));
  expect([...new Set(faulty)], stdout).toEqual(["untyped.py"]);
});
