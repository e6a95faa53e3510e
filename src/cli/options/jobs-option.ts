import { Option } from "commander";
import { wholeOf } from "./whole-option.js";

/** How many runs a command executes at the same time. */
export const jobsOption = (): Option =>
  new Option("--jobs <n>", "number of parallel runs (default: the number of cores)").argParser(
    wholeOf("--jobs", 1, 999),
  );
