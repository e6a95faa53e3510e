import type { Context } from "hono";

/** True if the browser's headers name a phone, which cannot scan its own screen. False for tablets: a phone can scan theirs. */
export const isPhone = (c: Context): boolean =>
  c.req.header("Sec-CH-UA-Mobile") === "?1" || /iPhone|iPod|Android.*Mobile/.test(c.req.header("User-Agent") ?? "");
