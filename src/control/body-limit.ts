import type { Context, MiddlewareHandler } from "hono";
import { limits } from "../facts/limits.js";
import { boundedBody } from "../package/bounded-body.js";
import { documentMaxBytes } from "../scenario/limits.js";
import { failure } from "./errors.js";

const MB = 1_048_576;
/** A scenario may be a whole file. */
const maxBytesOf = (c: Context): number =>
  c.req.path.endsWith("/scenario") ? documentMaxBytes : limits.bodyMaxBytes.value;

/** Lets no body over 1 MB in, or 5 MB of a scenario. The answer to one leaves when the whole of it has come, and ends the connection. */
export const bodyLimit: MiddlewareHandler = async (c, next) => {
  const maxBytes = maxBytesOf(c);
  const declared = c.req.header("Content-Length");
  // To ask for the body itself makes a stream of it, which costs more than a reset.
  if (declared !== undefined && Number(declared) <= maxBytes) return next();
  if (!c.req.raw.body) return next();
  const pieces = await boundedBody(c.req.raw.body, maxBytes);
  if (!pieces) {
    c.header("Connection", "close");
    const found = declared === undefined ? "" : `: it has ${declared} bytes`;
    return failure(c, 413, "body-too-large", `the body is over ${maxBytes / MB} MB${found}`, "send less");
  }
  c.req.raw = new Request(c.req.raw, { body: Buffer.concat(pieces) });
  return next();
};
