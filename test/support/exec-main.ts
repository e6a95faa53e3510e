// `exec` without its command line: options as JSON in the first argument, the command after it.

import { execWith } from "./exec-with.js";

process.exitCode = await execWith(JSON.parse(process.argv[2] ?? "{}"), process.argv.slice(3));
