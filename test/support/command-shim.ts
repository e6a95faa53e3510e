import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { packagePath } from "../../src/package/files.js";
import { run } from "./run-command.js";

/**
 * A `payment-sandbox` for a shell's path that is run in the test's own process, for a tenth of the CPU. Commands that start
 * a process are run by the built `bin`.
 */
export async function commandShim(file: string): Promise<AsyncDisposable> {
  const server = createServer(async ({ url }, response) => {
    const kept = (name: string) => join(url!, name);
    const split = (name: string) => readFileSync(kept(name), "utf8").split("\0").slice(0, -1);
    const env = Object.fromEntries(split("env").map((line) => [/^[^=]*/.exec(line)![0], line.replace(/^[^=]*=/, "")]));
    const [cwd, ...args] = split("args");
    const ran = await run(args, { cwd, env, input: readFileSync(kept("in")) });
    writeFileSync(kept("out"), ran.stdout);
    writeFileSync(kept("err"), ran.stderr);
    response.end(String(ran.exitCode));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  writeFileSync(
    file,
    `#!/bin/sh
case "$1" in start|exec|judge) exec ${packagePath("bin/payment-sandbox.js")} "$@";; esac
d=$(mktemp -d); env -0 >$d/env; printf '%s\\0' "$PWD" "$@" >$d/args; cat >$d/in
code=$(curl -s "http://127.0.0.1:${port}$d"); cat $d/out; cat $d/err >&2; rm -r $d; exit $code
`,
  );
  chmodSync(file, 0o755);
  return { [Symbol.asyncDispose]: async () => void server.close() };
}
