import { Option } from "commander";
import { wholeOf } from "./whole-option.js";

/** How many runs a command of many runs makes at a time. */
export const jobsOption = (): Option =>
  new Option("--jobs <n>", "how many run at a time (default: the number of cores)").argParser(
    wholeOf("--jobs", 1, 999),
  );
