import type { Log } from "../app/log.js";
import type { Resolved } from "../config/resolve.js";
import type { Lanes } from "../lanes.js";

export function watchScenarios(_lanes: Lanes, _resolved: Resolved, _log: Log): void {}
