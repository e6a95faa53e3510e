// The room `journal`: how a call is recorded and replied to, whoever decided it.

import type { Evolution } from "../../core/scenario/effects/effects.js";
import { isObject, type Json } from "../../package/json.js";

/** Changes an answer as a later version of the service might. */
export const evolved = (body: string, how: Evolution): string => JSON.stringify(changes[how](JSON.parse(body)));

const changes: Readonly<Record<Evolution, (value: unknown) => unknown>> = {
  "extra-member": (value) =>
    deep(value, (object) => ({ apiRevision: "2031-01", ...object, extension: { risk: "LOW" } })),
  "member-order": (value) => deep(value, (object) => Object.fromEntries(Object.entries(object).reverse())),
  "unknown-status": (value) =>
    isObject(value) && isObject(value.order) ? { ...value, order: { ...value.order, status: "UNDER_REVIEW" } } : value,
};

function deep(value: unknown, change: (object: Json) => Json): unknown {
  if (Array.isArray(value)) return value.map((one) => deep(one, change));
  if (!isObject(value)) return value;
  return change(Object.fromEntries(Object.entries(value).map(([key, one]) => [key, deep(one, change)])));
}
