// Second half of npm run image: makes release/payment-sandbox-<version>-linux-x64.oci.tar of the executable that build:exe made.
import { readFileSync, writeFileSync } from "node:fs";
import { executableName } from "./executable.ts";
import { imageOf } from "./image.ts";

const { version } = JSON.parse(readFileSync("package.json", "utf8"));
const file = `release/payment-sandbox-${version}-linux-x64.oci.tar`;
writeFileSync(file, imageOf({ version, executable: `release/${executableName("linux-x64")}` }));
process.stdout.write(`${file}\n`);
