import type { Context } from "hono";
import { show, visitOf } from "../visit.js";
import { BarePage } from "./outcome-pages.js";

export interface PageOptions {
  /** Told of every defect, since the shopper sees none; the console where absent. */
  readonly onDefect?: (defect: unknown) => void;
}

/** No form of ours comes near it. */
export const FORM_MAX_BYTES = 32_768;

/** A page that says no more than that something went wrong. */
export function failedPage(c: Context, status: 413 | 500): Promise<Response> {
  const visit = visitOf(c, undefined);
  return show(c, visit, <BarePage visit={visit} kind="failed" />, status);
}

/** A defect of ours: logged, never shown. */
export function failed(defect: unknown, c: Context, { onDefect = console.error }: PageOptions): Promise<Response> {
  onDefect(defect);
  return failedPage(c, 500);
}
