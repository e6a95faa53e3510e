import type { Context } from "hono";
import type { Failure } from "../../app/ports/store-errors.js";
import { show, visitOf } from "../visit.js";
import { BarePage } from "./outcome-page.js";

/** A page that only says that something went wrong. */
export function failedPage(c: Context, status: 413 | Failure["http"]): Response | Promise<Response> {
  const visit = visitOf(c, undefined);
  return show(c, visit, <BarePage visit={visit} kind="failed" />, status);
}
