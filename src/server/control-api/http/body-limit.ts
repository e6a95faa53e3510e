import type { Context, MiddlewareHandler } from "hono";
import { limits } from "../../../core/facts/limits.js";
import { scenarioMaxBytes } from "../../../core/scenario/values/limits.js";
import { boundedBody } from "../../../package/bounded-body.js";
import { failure } from "./errors.js";

/** A scenario has the limit of a scenario file, because reading it takes longer than reading other bodies. */
const maxBytesOf = (c: Context): number =>
  c.req.path.endsWith("/scenario") ? scenarioMaxBytes : limits.bodyMaxBytes.value;

const sizeText = (bytes: number): string => (bytes < 1_048_576 ? `${bytes / 1024} kB` : `${bytes / 1_048_576} MB`);

/**
 * Rejects bodies over 1 MB, or over 512 kB for scenarios. Answers once the whole body has arrived, and then closes the
 * connection.
 */
export const bodyLimit: MiddlewareHandler = async (c, next) => {
  const maxBytes = maxBytesOf(c);
  const declared = c.req.header("Content-Length");
  // Check the declared length first: accessing the body creates a stream, which takes longer than resetting a lane.
  if (declared !== undefined && Number(declared) <= maxBytes) return next();
  if (!c.req.raw.body) return next();
  const pieces = await boundedBody(c.req.raw.body, maxBytes);
  if (!pieces) {
    c.header("Connection", "close");
    const found = declared === undefined ? "" : `: it has ${declared} bytes`;
    return failure(c, 413, "body-too-large", `the body is over ${sizeText(maxBytes)}${found}`, "send less");
  }
  c.req.raw = new Request(c.req.raw, { body: Buffer.concat(pieces) });
  return next();
};
