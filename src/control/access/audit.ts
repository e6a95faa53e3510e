import type { Context, MiddlewareHandler } from "hono";
import type { Log } from "../../app/ports/log.js";
import { askerOf } from "./token-guard.js";

/**
 * Logs each control call: who asked for which path, in which lane, and the status of the answer. Leaves out query and
 * body, which may hold secrets.
 */
export const audit = (log: Log, laneOf: (c: Context) => string): MiddlewareHandler => {
  return async (c, next) => {
    await next();
    const { method, path } = c.req;
    const lane = laneOf(c).slice(0, 64);
    log.info("control call", { token: askerOf(c), method, path: path.slice(0, 200), lane, http: c.res.status });
  };
};
