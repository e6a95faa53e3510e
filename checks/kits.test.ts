import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";

/** Checks a file of Python in a folder of its own, as strictly as it goes. */
function pyright(write: (file: string) => void): { readonly errors: number; readonly said: string } {
  const folder = mkdtempSync(join(tmpdir(), "python-kit-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  write(join(folder, "kit.py"));
  writeFileSync(join(folder, "pyrightconfig.json"), '{ "typeCheckingMode": "strict", "pythonVersion": "3.8" }');
  const { stdout } = spawnSync(process.execPath, ["checks/node_modules/.bin/pyright", "--outputjson", "-p", folder], {
    encoding: "utf8",
  });
  return { errors: JSON.parse(stdout).summary.errorCount, said: stdout };
}

it("the Python kit has complete types", () => {
  const { errors, said } = pyright((file) => cpSync("kits/python/payment_sandbox.py", file));
  expect(errors, said).toBe(0);
  expect(pyright((file) => writeFileSync(file, "def f(x): return x\n")).errors).toBeGreaterThan(0);
});
