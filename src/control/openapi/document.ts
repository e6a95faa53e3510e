import type { Context } from "hono";
import { packageText } from "../../package/files.js";
import { rawCall } from "../call.js";
import type { ControlContext } from "../context.js";

/** The OpenAPI document is a file that the build writes. Each request reads it again, because requests are rare. */
export const documentCalls = [
  rawCall({
    method: "GET",
    path: "/openapi.json",
    summary: "All of these calls, and the payment API, for machines",
    type: "application/json",
    answer: "OpenAPI 3.1",
    respond: (c: Context, { lanes }: ControlContext) => {
      const document = JSON.parse(packageText("dist/openapi.json"));
      return c.json({ ...document, servers: [{ url: lanes.url("default") }] });
    },
  }),
] as const;
