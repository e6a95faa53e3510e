import type { Context } from "hono";

/** Whether the browser says that it runs on a phone, which cannot scan its own screen. A tablet can be scanned by one. */
export const isPhone = (c: Context): boolean =>
  c.req.header("Sec-CH-UA-Mobile") === "?1" || /iPhone|iPod|Android.*Mobile/.test(c.req.header("User-Agent") ?? "");
