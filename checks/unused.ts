// npm run lint: no file, export or dependency is unused.
import { isAllUsed } from "./run.ts";

if (!isAllUsed()) process.exitCode = 1;
