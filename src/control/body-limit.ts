import type { MiddlewareHandler } from "hono";
import { limits } from "../facts/limits.js";
import { boundedBody } from "../package/bounded-body.js";
import { failure } from "./errors.js";

const MAX_BYTES = limits.bodyMaxBytes.value;

/** Lets no body over 1 MB in. The answer to one leaves when the whole of it has come, and ends the connection. */
export const bodyLimit: MiddlewareHandler = async (c, next) => {
  const declared = c.req.header("Content-Length");
  if (!c.req.raw.body || (declared !== undefined && Number(declared) <= MAX_BYTES)) return next();
  const pieces = await boundedBody(c.req.raw.body, MAX_BYTES);
  if (!pieces) {
    c.header("Connection", "close");
    return failure(c, 413, "body-too-large", "the body is over 1 MB", "send less");
  }
  c.req.raw = new Request(c.req.raw, { body: Buffer.concat(pieces) });
  return next();
};
