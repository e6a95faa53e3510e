// npm run build:exe [-- --target <target> --out <file>]: makes release/payment-sandbox-<target>, or the file.
import { parseArgs } from "node:util";
import { buildExecutable, executableName } from "./executable.ts";
import { type Target, thisMachine, whyNot } from "./targets.ts";

const { values } = parseArgs({
  options: { target: { type: "string", default: "linux-x64" }, out: { type: "string" } },
});
const fault = whyNot(values.target, thisMachine());
if (fault === undefined) {
  const file = values.out ?? `release/${executableName(values.target as Target)}`;
  await buildExecutable(values.target as Target, file);
  process.stdout.write(`${file}\n`);
} else {
  process.stderr.write(`build:exe: ${fault}\n`);
  process.exitCode = 2;
}
